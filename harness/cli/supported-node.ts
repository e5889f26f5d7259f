/** The oldest supported release of each Node line. Later lines are supported, too. */
const OLDEST: readonly (readonly [major: number, minor: number])[] = [
  [22, 18],
  [24, 11],
  [26, 0],
];

/** The Node line suggested to users of an older one: the newest with long-term support. */
const SUGGESTED = 24;

/**
 * Why a Node release cannot run the harness, in one sentence; `undefined` if it can.
 *
 * @param version such as `22.18.0`
 */
export function unsupportedNode(version: string): string | undefined {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const isLater = major > Math.max(...OLDEST.map(([line]) => line));
  if (isLater || OLDEST.some(([line, least]) => major === line && minor >= least)) return undefined;
  const works = `npx -p node@${SUGGESTED} -p onramp-harness onramp-harness …`;
  return `onramp-harness needs Node ${ENGINES}; this is Node ${version}. This works: ${works}`;
}

/** The range of `engines` in `package.json`, which npm checks on installation. */
export const ENGINES = OLDEST.map(([major, minor], index) =>
  index < OLDEST.length - 1 ? `^${major}.${minor}` : `>=${major}`,
).join(' || ');
