import { ProtocolError, ProtocolErrorCode, type GetPromptResult, type Prompt } from '@modelcontextprotocol/server';
import { Injectable } from '@nestjs/common';

/** A common question, for clients that offer prompts. */
export interface PromptSpec {
  name: string;
  description: string;
  arguments: readonly { name: string; description: string }[];
  text: (given: Readonly<Record<string, string>>) => string;
}

@Injectable()
export class Prompts {
  private readonly added = new Map<string, PromptSpec>();

  /** For modules to add theirs. */
  add(...prompts: readonly PromptSpec[]): void {
    for (const prompt of prompts) this.added.set(prompt.name, prompt);
  }

  list(): Prompt[] {
    return [...this.added.values()].map(({ name, description, arguments: needed }) => ({
      name,
      description,
      arguments: needed.map((argument) => ({ ...argument, required: true })),
    }));
  }

  get(name: string, given: Readonly<Record<string, string>>): GetPromptResult {
    const prompt = this.added.get(name);
    if (!prompt) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no prompt "${name}".`);
    const missing = prompt.arguments.find((argument) => !given[argument.name]);
    if (missing) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `The argument ${missing.name} is missing.`);
    return { description: prompt.description, messages: [{ role: 'user', content: { type: 'text', text: prompt.text(given) } }] };
  }
}
