import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { goTool, has, run } from './tools.ts';

const CHART = 'deploy/chart';
/** Of the cluster that the manifests are checked for. */
const KUBERNETES = '1.34.0';

const HELM = 'helm.sh/helm/v3/cmd/helm@v3.19.0';

export const chartTools = () => (has('helm') || has('go') ? [] : ['helm, or Go to make it']);

function helm(...args: readonly string[]): string {
  return run(goTool('helm', HELM) ?? 'helm', args);
}

const VARIANTS: Readonly<Record<string, readonly string[]>> = {
  'one replica': [],
  'host network': ['media.expose=hostNetwork', 'media.publicAddress=203.0.113.9'],
  'node port': ['media.expose=nodePort', 'media.udpPort=30400', 'media.relayUdpPort=30401'],
  'three nodes': [
    ...['replicaCount=3', 'cluster.enabled=true', 'existingSecret=kindling', 'env.LOG_LEVEL=debug'],
    ...['ingress.enabled=true', 'ingress.className=nginx', 'ingress.tlsSecret=school'],
  ],
};
const REFUSED: Readonly<Record<string, readonly string[]>> = {
  'two owners of one database': ['replicaCount=2'],
  'a port that is no node port': ['media.expose=nodePort'],
  'a cluster without secrets': ['cluster.enabled=true'],
  'a setting nobody knows': ['replicas=2'],
  'an address with a path': ['publicUrl=https://school.example/voice'],
};

const template = (values: readonly string[]) =>
  helm(
    ...['template', 'kindling', CHART, '--namespace', 'school', '--kube-version', KUBERNETES],
    ...values.flatMap((value) => ['--set', value]),
  );

export function tryChart(): string {
  helm('lint', '--strict', '--kube-version', KUBERNETES, CHART);
  for (const [what, values] of Object.entries(REFUSED)) {
    if (renders(values)) throw new Error(`The chart takes ${what}.`);
  }
  let objects = 0;
  for (const values of Object.values(VARIANTS)) objects += checkSchemas(template(values));
  const checked = canCheck() ? `checked for Kubernetes ${KUBERNETES}` : CHECK_SKIPPED;
  return `${Object.keys(VARIANTS).length} variants, ${objects} objects, ${checked}; ${Object.keys(REFUSED).length} refusals.`;
}

function renders(values: readonly string[]): boolean {
  try {
    template(values);
    return true;
  } catch {
    return false;
  }
}

const CHECK_SKIPPED = 'not checked against schemas (SKIPPED: pip install kubernetes-validate)';
const canCheck = () => has('kubernetes-validate');

/** Answers how many objects there are. */
function checkSchemas(rendered: string): number {
  const documents = parseAllDocuments(rendered).map((one) => one.toJS() as unknown);
  const objects = documents.filter((one) => one !== null);
  if (!canCheck()) return objects.length;
  const folder = mkdtempSync(join(tmpdir(), 'kindling-chart-'));
  try {
    const file = join(folder, 'rendered.yaml');
    writeFileSync(file, rendered);
    run('kubernetes-validate', ['--strict', '--kubernetes-version', KUBERNETES, file]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return objects.length;
}
