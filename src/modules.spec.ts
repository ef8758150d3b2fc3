import type { Provider } from '@nestjs/common';
import { getRepositoryToken } from '@nestjs/typeorm';
import { getMetadataArgsStorage } from 'typeorm';
import { PlatformModule } from '#platform/platform.module';
import { allModules } from './modules';

interface Imported {
  providers?: { provide?: Provider }[];
}

/** The tokens of the repositories that a module registers. */
function repositories(module: object): Set<unknown> {
  const imports = (Reflect.getMetadata('imports', module) ?? []) as Imported[];
  return new Set(imports.flatMap(({ providers }) => providers?.map(({ provide }) => provide) ?? []));
}

describe('a module that a command loads without the others', () => {
  const ofPlatform = repositories(PlatformModule);

  it.each(allModules().map((module) => [module.name, module] as const))('%s registers the entities that its own refer to', (_, module) => {
    const own = repositories(module);
    const missing = getMetadataArgsStorage()
      .foreignKeys.filter(({ target }) => own.has(getRepositoryToken(target as () => void)))
      .map(({ type }) => (type as () => () => void)())
      .filter((entity) => ![own, ofPlatform].some((known) => known.has(getRepositoryToken(entity))));
    expect(missing.map(({ name }) => name)).toEqual([]);
  });
});
