import 'reflect-metadata';
import { runCommand } from './admin/run-command';

void runCommand(process.env).then((code) => {
  process.exitCode = code;
});
