import 'reflect-metadata';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DiscoveryService, MetadataScanner, ModulesContainer, NestFactory } from '@nestjs/core';
import { Env } from '#platform/config/env';
import { projectRoot } from '#platform/config/project-root';
import { filterReference } from '#platform/filters/filter-reference';
import { createDocument } from '#platform/openapi/document';
import { filterCatalogues } from '#platform/openapi/filter-catalogues';
import { OperationRegistry } from '#platform/operations/operation.registry';
import { AppModule } from './app.module';
import { VERSIONING } from './server/app.setup';

/** Writes openapi.json and docs/filters.md from the declarations: in preview mode nothing is instantiated, so no database is needed. */
async function writeOpenApi(): Promise<void> {
  const app = await NestFactory.create(AppModule.with(new Env()), { preview: true, abortOnError: false, logger: false });
  app.enableVersioning(VERSIONING);
  const registry = new OperationRegistry(new DiscoveryService(app.get(ModulesContainer)), new MetadataScanner());
  writeFileSync(join(projectRoot(), 'openapi.json'), `${JSON.stringify(createDocument(app, registry), null, 2)}\n`);
  writeFileSync(join(projectRoot(), 'docs', 'filters.md'), filterReference(filterCatalogues(registry)));
}

void writeOpenApi();
