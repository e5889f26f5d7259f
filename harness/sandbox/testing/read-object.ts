import { isJsonObject, type JsonObject } from '../json/json.ts';

/** A text read as a JSON object; an empty one where it is none. */
export function readObject(text: string): JsonObject {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : {};
  } catch {
    return {};
  }
}
