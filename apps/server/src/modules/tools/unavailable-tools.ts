import { isOtherTool, type ToolCreate, type Warning } from '@kindling/protocol';

const AT_RUN_TIME =
  'is not available here: an assistant that asks for it is told so, and can say it.';

/** What of a tool does not act here as it says; `path` goes before the names of its fields. */
export function toolWarnings(tool: ToolCreate, path = ''): Warning[] {
  if (isOtherTool(tool))
    return [{ path: `${path}type`, message: `A tool of the type "${tool.type}" ${AT_RUN_TIME}` }];
  if (tool.type === 'dtmf')
    return [{ path: `${path}type`, message: `Without a telephone line this tool ${AT_RUN_TIME}` }];
  if (tool.type === 'mcp' && tool.server?.url === undefined)
    return [
      { path: `${path}server.url`, message: 'Without an address its tools cannot be listed.' },
    ];
  if (tool.type === 'transferCall')
    return (tool.destinations ?? []).flatMap(({ type }, index) =>
      type === 'assistant'
        ? []
        : [
            {
              path: `${path}destinations.${index}.type`,
              message: `Without a telephone line a transfer to a ${type} ${AT_RUN_TIME}`,
            },
          ],
    );
  if (tool.type === 'handoff')
    return (tool.destinations ?? []).flatMap(({ assistantName, assistantId }, index) =>
      assistantName !== undefined || assistantId !== undefined
        ? []
        : [
            {
              path: `${path}destinations.${index}`,
              message: 'It names no assistant by assistantName or assistantId: it is left out.',
            },
          ],
    );
  return [];
}
