import { type CallServer, createCallServer } from '../../platform/http-client/call-server.ts';
import {
  createOpenServerHeaders,
  createServerHeaders,
  type ServerHeaders,
} from '../../platform/http-client/server-headers.ts';
import { createWebhookSecrets } from '../../platform/http-client/webhook-secrets.ts';
import type { PlatformContext } from '../../platform/platform-context.ts';
import type { CredentialStore } from '../credentials/credential-store.ts';
import { createProveToServer } from '../credentials/server-proof.ts';
import type { LogWriter } from '../logs/log-port.ts';
import type { SearchKnowledge } from './kinds/query-tool.ts';
import { createMcpServers } from './mcp/mcp-servers.ts';
import { createOrgServers, type OrgServers } from './org-servers.ts';
import { createToolStore } from './tool-store.ts';
import { createToolbox, type Toolbox } from './toolbox.ts';

export interface ComposeToolsOptions
  extends Pick<PlatformContext, 'db' | 'clock' | 'log' | 'http' | 'secrets'> {
  readonly logs: Pick<LogWriter, 'write'>;
  readonly credentials: CredentialStore;
  readonly searchKnowledge: SearchKnowledge;
}

export interface ComposedTools {
  readonly toolbox: Toolbox;
  readonly callServer: CallServer;
  readonly serverHeaders: ServerHeaders;
  readonly orgServers: OrgServers;
}

/** Everything that assistants can do beside talking. */
export function composeTools(options: ComposeToolsOptions): ComposedTools {
  const { db, clock, log, logs, http } = options;
  const secrets = createWebhookSecrets(options.secrets.session);
  const prove = createProveToServer(options);
  const openHeaders = createOpenServerHeaders({ clock, secrets, prove });
  const callServer = createCallServer({ http, clock, logs, openHeaders });
  const orgServers = createOrgServers(db);
  const toolbox = createToolbox({
    http,
    clock,
    log,
    logs,
    callServer,
    orgServers,
    store: createToolStore(db),
    mcp: createMcpServers({ http, clock, prove }),
    searchKnowledge: options.searchKnowledge,
  });
  return {
    toolbox,
    callServer,
    serverHeaders: createServerHeaders(openHeaders),
    orgServers,
  };
}
