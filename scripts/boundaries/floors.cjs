/**
 * The folders of one source tree, lowest first, each with the reason why it knows nothing of those above it.
 * A folder may import the ones before it, at run time; what only names a type does not count.
 *
 * @param {string} root the source tree, such as `packages/media/src`
 * @param {readonly (readonly [folder: string, reason: string])[]} order
 */
exports.floors = (root, order) =>
  order.slice(0, -1).map(([folder, reason], index) => ({
    name: `floor:${root.replace(/\/src$/, '')}/${folder}`,
    comment: reason,
    severity: 'error',
    from: { path: `^${root}/${folder}/`, pathNot: '\\.test\\.tsx?$|/testing/' },
    to: {
      path: order.slice(index + 1).map(([above]) => `^${root}/${above}/`),
      dependencyTypesNot: ['type-only'],
    },
  }));
