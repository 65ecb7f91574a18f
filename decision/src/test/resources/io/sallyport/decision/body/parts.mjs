// Reads each line of a file, base64 of a body of multipart/form-data, and prints its parts as JSON, or
// "refused". The boundary is that of the test, since none of fewer than 27 characters is taken.
import { readFileSync } from 'node:fs';

for (const line of readFileSync(process.argv[2], 'utf8').split('\n').slice(0, -1)) {
  try {
    const type = 'multipart/form-data; boundary=' + 'B'.repeat(30);
    const form = await new Response(Buffer.from(line, 'base64'), { headers: { 'content-type': type } }).formData();
    const parts = [];
    for (const [name, value] of form) {
      parts.push(
        typeof value === 'string'
          ? { name, size: Buffer.byteLength(value), text: value }
          : { name, filename: value.name, size: value.size });
    }
    console.log(JSON.stringify(parts));
  } catch (e) {
    console.log('refused');
  }
}
