import { Injectable } from '@nestjs/common';
import { catalogueOf } from '#platform/filters/filter.dto';
import { ApiDescription } from '#platform/openapi/api-description';
import { OperationRegistry } from '#platform/operations/operation.registry';
import { filterHelp } from './filter-help';
import { filterTopic, listOf, TOOL_TOPIC } from './reference-topics';
import { schemasOf } from './tool-schemas';

export interface Topic {
  topic: string;
  title: string;
}

export interface Reference extends Topic {
  /** Markdown or JSON. */
  text: string;
}

/** Texts that an agent reads on demand instead of holding them in its context: filter languages, models, full schemas. */
@Injectable()
export class References {
  private readonly added: Reference[] = [];

  constructor(
    private readonly registry: OperationRegistry,
    private readonly description: ApiDescription,
  ) {}

  /** For modules to add theirs. */
  add(reference: Reference): void {
    this.added.push(reference);
  }

  /** All topics except those of single tools. */
  topics(): Topic[] {
    return [...this.filters(), ...this.added].map(({ topic, title }) => ({ topic, title }));
  }

  async find(topic: string): Promise<Reference | undefined> {
    if (topic.startsWith(TOOL_TOPIC)) return this.tool(topic.slice(TOOL_TOPIC.length));
    return [...this.filters(), ...this.added].find((reference) => reference.topic === topic);
  }

  /** One for each list that explains its filters. */
  private filters(): Reference[] {
    return this.registry.operations.flatMap(({ spec }) => {
      const catalogue = catalogueOf(spec.request);
      if (!catalogue || listOf(catalogue) !== spec.name) return [];
      return [{ topic: filterTopic(catalogue), title: `Filters of ${spec.name}`, text: filterHelp(catalogue) }];
    });
  }

  private async tool(name: string): Promise<Reference | undefined> {
    const operation = this.registry.find(name);
    if (!operation || operation.spec.restOnly) return undefined;
    const { summary, description, scopes, stage, version, example } = operation.spec;
    const { input, output } = schemasOf(operation, await this.description.document());
    const text = JSON.stringify({ name, summary, description, scopes, stage, version, example, inputSchema: input, outputSchema: output });
    return { topic: `${TOOL_TOPIC}${name}`, title: summary, text };
  }
}
