import { Command, Option, SubCommand } from 'nest-commander';
import { DomainCheck, type DomainReport } from '#modules/monitoring/domain-check';
import { MonitoringStatus } from '#modules/monitoring/monitoring-status';
import { OptOuts } from '#modules/monitoring/opt-outs';
import { RunNow } from '#modules/monitoring/run-now';
import { Organizations } from '#platform/auth/organizations';
import { AdminCommand, CommandGroup } from './admin-command';
import { formatReport } from './monitor-report';

@SubCommand({
  name: 'check',
  arguments: '<domain>',
  description: 'Looks at a domain once and prints what is wrong with it. Stores nothing.',
  argsDescription: { domain: 'the domain to look at' },
})
class MonitorCheck extends AdminCommand<object, DomainReport> {
  override readonly examples = ['monitor check example.com'];

  override async execute([domain]: [string]) {
    return (await this.service.get(DomainCheck)).run(domain);
  }

  protected override show(report: DomainReport): string {
    return formatReport(report);
  }
}

abstract class MonitorOfOrganization<Options extends { org: string } = { org: string }> extends AdminCommand<Options> {
  @Option({ flags: '--org <domain>', required: true, description: 'a domain of the organization' })
  org(text: string): string {
    return text;
  }
}

@SubCommand({ name: 'run', description: "Looks at an organization's monitored vendors now and records what it sees." })
class MonitorRun extends MonitorOfOrganization<{ org: string; vendor?: string }> {
  override readonly examples = ['monitor run --org northwind.com', 'monitor run --org northwind.com --vendor acme-cloud.com'];

  @Option({ flags: '--vendor <domain>', description: 'only this vendor' })
  vendor(text: string): string {
    return text;
  }

  override async execute(_: string[], { org, vendor }: { org: string; vendor?: string }) {
    return (await this.service.get(RunNow)).run(org, vendor);
  }
}

@SubCommand({ name: 'status', description: 'Shows what the monitoring has to do and has done, by organization.' })
class MonitorStatus extends AdminCommand {
  override async execute() {
    return (await this.service.get(MonitoringStatus)).read();
  }
}

@SubCommand({ name: 'pause', description: "Stops all looks at an organization's vendors." })
class MonitorPause extends MonitorOfOrganization {
  override readonly examples = ['monitor pause --org northwind.com'];

  override async execute(_: string[], { org }: { org: string }) {
    return (await this.service.get(Organizations)).pauseMonitoring(org, true);
  }
}

@SubCommand({ name: 'resume', description: "Resumes the looks at an organization's vendors." })
class MonitorResume extends MonitorOfOrganization {
  override readonly examples = ['monitor resume --org northwind.com'];

  override async execute(_: string[], { org }: { org: string }) {
    return (await this.service.get(Organizations)).pauseMonitoring(org, false);
  }
}

@SubCommand({
  name: 'opt-out',
  arguments: '<domain>',
  description: 'Never looks at a domain and what is below it, because its owner objects.',
  argsDescription: { domain: 'the domain of whoever objects' },
})
class MonitorOptOut extends AdminCommand<{ reason?: string }> {
  override readonly examples = ['monitor opt-out example.com --reason "asked by mail on 2026-11-16"'];

  @Option({ flags: '--reason <text>', description: 'who asked, and when' })
  reason(text: string): string {
    return text;
  }

  override async execute([domain]: [string], { reason }: { reason?: string }) {
    return (await this.service.get(OptOuts)).add(domain, reason);
  }
}

@SubCommand({
  name: 'opt-in',
  arguments: '<domain>',
  description: 'Takes a domain off the list of those that are never looked at.',
  argsDescription: { domain: 'a domain on the list' },
})
class MonitorOptIn extends AdminCommand {
  override readonly examples = ['monitor opt-in example.com'];

  override async execute([domain]: [string]) {
    return (await this.service.get(OptOuts)).remove(domain);
  }
}

@SubCommand({ name: 'opt-outs', description: 'Lists the domains that are never looked at.' })
class MonitorOptOuts extends AdminCommand {
  override async execute() {
    return (await this.service.get(OptOuts)).list();
  }
}

const SUB_COMMANDS = [MonitorCheck, MonitorRun, MonitorStatus, MonitorPause, MonitorResume, MonitorOptOut, MonitorOptIn, MonitorOptOuts];

@Command({ name: 'monitor', description: 'Looks at what companies show to everybody.', subCommands: SUB_COMMANDS })
class MonitorGroup extends CommandGroup {}

export const MONITOR_COMMANDS = [MonitorGroup, ...SUB_COMMANDS];
