import { dump } from 'js-yaml';
import type { ThreadTask } from '#platform/threads/thread-task';

/** Converts a JSON document to YAML in a thread: the OpenAPI document takes long enough to delay other calls. */
export const TO_YAML: ThreadTask<string, string> = { module: 'platform/openapi/to-yaml.task' };

export function run(json: string): string {
  return dump(JSON.parse(json), { noRefs: true, lineWidth: 140 });
}
