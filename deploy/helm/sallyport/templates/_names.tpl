{{- define "sallyport.selector" -}}
app.kubernetes.io/name: sallyport
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "sallyport.labels" -}}
{{ include "sallyport.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
{{- end }}

{{- define "sallyport.name" -}}
{{ .Release.Name | trunc 50 | trimSuffix "-" }}
{{- end }}

{{- define "sallyport.tlsSecret" -}}
{{ eq .Values.tls.mode "existing" | ternary .Values.tls.existingSecret (printf "%s-tls" (include "sallyport.name" .)) }}
{{- end }}

{{- define "sallyport.caSecret" -}}
{{ eq .Values.ca.mode "existing" | ternary .Values.ca.existingSecret (printf "%s-ca-key" (include "sallyport.name" .)) }}
{{- end }}

{{- /* The chart's settings win: probes, volumes and policies are made for them. */ -}}
{{- define "sallyport.configuration" -}}
{{- $proxy := dict "listen" (list "0.0.0.0:3128") }}
{{- if ne .Values.tls.mode "none" }}
{{- $_ := set $proxy "tls" (dict "listen" (list "0.0.0.0:3130") "cert" "/run/sallyport-tls/tls.crt" "key" "/run/sallyport-tls/tls.key") }}
{{- end }}
{{- $own := dict "proxy" $proxy
    "admin" (dict "listen" "127.0.0.1:3129")
    "health" (dict "listen" "0.0.0.0:3131" "metrics" .Values.metrics.enabled) }}
{{- if eq .Values.ca.mode "memory" }}
{{- $_ := set $own "intercept" (dict "ca_keys" "memory") }}
{{- else if ne .Values.ca.mode "state" }}
{{- $_ := set $own "intercept" (dict "ca_key_file" "/run/sallyport-ca/ca.key") }}
{{- end }}
{{- $usual := dict "drain" (dict "delay" "5s" "timeout" "30s") "log" (dict "format" "json") }}
{{- mergeOverwrite $usual (deepCopy .Values.configuration) $own | toYaml }}
{{- end }}

{{- define "sallyport.proxyPorts" -}}
- {protocol: TCP, port: 3128}
{{- if ne .Values.tls.mode "none" }}
- {protocol: TCP, port: 3130}
{{- end }}
{{- end }}
