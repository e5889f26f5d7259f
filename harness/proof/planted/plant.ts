import { registerHooks } from 'node:module';
import { ownFile } from '../../core/own-files.ts';
import { DEFECTS, withDefect } from './defects.ts';

/** The defect that threads which start from now on have, by its name. */
export const PLANTED = 'PLANTED_DEFECT';

/**
 * Loaded before everything else (`node --import`), in each thread: where the environment names a defect, its source is
 * loaded with the defect in it. Nothing is written to disk.
 */
const defect = DEFECTS.find(({ name }) => name === process.env[PLANTED]);
if (defect) {
  const { href } = ownFile(defect.file);
  registerHooks({
    load(url, context, next) {
      const loaded = next(url, context);
      return url === href ? { ...loaded, source: withDefect(defect, String(loaded.source)) } : loaded;
    },
  });
}
