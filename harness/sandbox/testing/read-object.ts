import { isJsonObject, type JsonObject } from '../json/json.ts';

/** Parses a JSON object; an empty object if the text is not one. */
export function readObject(text: string): JsonObject {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : {};
  } catch {
    return {};
  }
}
