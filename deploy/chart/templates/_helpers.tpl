{{- define "kindling.name" -}}
{{- if eq .Release.Name .Chart.Name -}}
{{- .Chart.Name -}}
{{- else -}}
{{- printf "%s-%s" .Release.Name .Chart.Name | trunc 52 | trimSuffix "-" -}}
{{- end -}}
{{- end -}}

{{- define "kindling.selector" -}}
app.kubernetes.io/name: {{ .Chart.Name }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- define "kindling.labels" -}}
{{ include "kindling.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
{{- end -}}

{{- define "kindling.check" -}}
{{- if and (gt (int .Values.replicaCount) 1) (not .Values.cluster.enabled) -}}
{{- fail "More than one replica needs cluster.enabled: each would own the same database." -}}
{{- end -}}
{{- if and (gt (int .Values.replicaCount) 1) (eq .Values.media.expose "nodePort") -}}
{{- fail "media.expose nodePort is for one replica: media of a call must reach the pod that holds it. Take hostPort." -}}
{{- end -}}
{{- if and (eq .Values.media.expose "nodePort") (or (lt (int .Values.media.udpPort) 30000) (gt (int .Values.media.udpPort) 32767)) -}}
{{- fail "media.expose nodePort needs media.udpPort from 30000 to 32767: browsers are told the port that they reach." -}}
{{- end -}}
{{- if and .Values.cluster.enabled (not .Values.existingSecret) -}}
{{- fail "cluster.enabled needs existingSecret with DATABASE_URL, KINDLING_SECRET, STORAGE_URL and SMTP_URL." -}}
{{- end -}}
{{- end -}}
