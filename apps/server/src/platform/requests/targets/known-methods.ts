import { ApiError } from '../../errors/api-error.ts';

export interface Route {
  readonly method: string;
  readonly path: string;
}

/**
 * Answers which methods a path is registered with; none where nothing is at that path. A route that is
 * just that path counts before those that have a parameter in its place.
 */
export function createKnownMethods(routes: readonly Route[]): (path: string) => readonly string[] {
  const known = routes.map((route) => ({ ...route, pattern: patternOf(route.path) }));
  return (path) => {
    const own = known.filter((route) => route.path === path);
    const fitting = own.length > 0 ? own : known.filter(({ pattern }) => pattern.test(path));
    return [...new Set(fitting.map(({ method }) => method))];
  };
}

/** A route's path as the router writes it: `:name`, or `:name{pattern}`. */
function patternOf(path: string): RegExp {
  const parts = path.split(/(:\w+(?:\{[^}]*\})?)/);
  const written = parts.map((part) =>
    part.startsWith(':') ? (/\{(.*)\}$/.exec(part)?.[1] ?? '[^/]+') : part.replaceAll('.', '\\.'),
  );
  return new RegExp(`^${written.join('')}$`);
}

/** A 405 that names what the path takes instead. */
export function methodNotAllowed(path: string, methods: readonly string[]): ApiError {
  const taken = methods.includes('GET') ? [...methods, 'HEAD'] : methods;
  const allow = [...new Set(taken)].join(', ');
  return new ApiError('method_not_allowed', `${path.slice(0, 200)} takes ${allow}.`, {
    headers: { Allow: allow },
  });
}
