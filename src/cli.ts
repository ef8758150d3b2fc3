import './compile-cache';
import 'reflect-metadata';
import { environment } from '#platform/config/env-file';
import { runCommand } from './admin/run-command';

void runCommand(environment).then((code) => {
  process.exitCode = code;
});
