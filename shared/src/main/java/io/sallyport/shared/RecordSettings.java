package io.sallyport.shared;

import io.sallyport.shared.SharedSettings.OnOutage;
import java.nio.file.Path;
import java.time.Duration;

/**
 * How sandboxes are shared; {@code shared.sandboxes}.
 *
 * @param keyFile holds the key that their records are sealed with, the same for all gateways
 * @param confirmWait for how long an answer waits for other gateways; may be zero
 * @param onOutage what happens to requests while the store does not answer
 * @param outageLimit for how long {@link OnOutage#SLACK} lets them pass then
 */
public record RecordSettings(Path keyFile, Duration confirmWait, OnOutage onOutage, Duration outageLimit) {}
