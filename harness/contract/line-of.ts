import { serviceLines } from './source.ts';

/**
 * The line of `openapi/service.yaml`, from 1, of a place: for a key the line of its name, for a list item its first
 * line. Where there is no such place, the line of the nearest enclosing one.
 *
 * @param pointer a JSON Pointer into the file
 */
export function lineOf(pointer: string): number {
  const line = serviceLines()[pointer];
  if (line !== undefined || pointer === '') return line ?? 1;
  return lineOf(pointer.slice(0, Math.max(0, pointer.lastIndexOf('/'))));
}
