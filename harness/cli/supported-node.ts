/** The oldest release of each line of Node that runs the package. Every line after the last one runs it. */
const OLDEST: readonly (readonly [major: number, minor: number])[] = [
  [22, 18],
  [24, 11],
  [26, 0],
];

/** The line of Node that users of an older one are given: the newest with long-term support. */
const SUGGESTED = 24;

/**
 * Why a release of Node cannot run the harness, in one sentence; undefined where it can.
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

/** The range of `engines` in `package.json`, which npm checks when it installs the package. */
export const ENGINES = OLDEST.map(([major, minor], index) =>
  index < OLDEST.length - 1 ? `^${major}.${minor}` : `>=${major}`,
).join(' || ');
