import { MonitoringModule } from '#modules/monitoring/monitoring.module';
import { DomainCheck, type DomainReport } from '#modules/monitoring/domain-check';
import { MonitoringStatus } from '#modules/monitoring/monitoring-status';
import { OptOuts } from '#modules/monitoring/opt-outs';
import { RunNow } from '#modules/monitoring/run-now';
import { Organizations } from '#platform/auth/organizations';
import { AdminCommand, type CommandGroup } from './admin-command';
import { Command, Option } from './command.decorator';
import { formatReport } from './monitor-report';

@Command({
  name: 'check',
  arguments: '<domain>',
  description: 'Checks a domain once and prints the findings. Stores nothing.',
  argsDescription: { domain: 'the domain to check' },
  modules: () => [MonitoringModule],
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

@Command({
  name: 'run',
  description: "Checks an organization's monitored vendors now and records the findings.",
  modules: () => [MonitoringModule],
})
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

@Command({
  name: 'status',
  description: 'Shows queued, running and finished monitoring runs by organization.',
  modules: () => [MonitoringModule],
})
class MonitorStatus extends AdminCommand {
  override async execute() {
    return (await this.service.get(MonitoringStatus)).read();
  }
}

@Command({ name: 'pause', description: "Pauses the monitoring of an organization's vendors." })
class MonitorPause extends MonitorOfOrganization {
  override readonly examples = ['monitor pause --org northwind.com'];

  override async execute(_: string[], { org }: { org: string }) {
    return (await this.service.get(Organizations)).pauseMonitoring(org, true);
  }
}

@Command({ name: 'resume', description: "Resumes the monitoring of an organization's vendors." })
class MonitorResume extends MonitorOfOrganization {
  override readonly examples = ['monitor resume --org northwind.com'];

  override async execute(_: string[], { org }: { org: string }) {
    return (await this.service.get(Organizations)).pauseMonitoring(org, false);
  }
}

@Command({
  name: 'opt-out',
  arguments: '<domain>',
  description: 'Excludes a domain and its subdomains from monitoring, because its owner objects.',
  argsDescription: { domain: 'the domain whose owner objects' },
  modules: () => [MonitoringModule],
})
class MonitorOptOut extends AdminCommand<{ reason?: string }> {
  override readonly examples = ['monitor opt-out example.com --reason "asked by mail on 2026-11-16"'];

  @Option({ flags: '--reason <text>', description: 'who asked, and when (default: the reason given earlier)' })
  reason(text: string): string {
    return text;
  }

  override async execute([domain]: [string], { reason }: { reason?: string }) {
    return (await this.service.get(OptOuts)).add(domain, reason);
  }
}

@Command({
  name: 'opt-in',
  arguments: '<domain>',
  description: 'Removes a domain from the list of excluded domains.',
  argsDescription: { domain: 'a domain on the list' },
  modules: () => [MonitoringModule],
})
class MonitorOptIn extends AdminCommand {
  override readonly examples = ['monitor opt-in example.com'];

  override async execute([domain]: [string]) {
    return (await this.service.get(OptOuts)).remove(domain);
  }
}

@Command({ name: 'opt-outs', description: 'Lists the domains that are excluded from monitoring.', modules: () => [MonitoringModule] })
class MonitorOptOuts extends AdminCommand {
  override async execute() {
    return (await this.service.get(OptOuts)).list();
  }
}

const SUB_COMMANDS = [MonitorCheck, MonitorRun, MonitorStatus, MonitorPause, MonitorResume, MonitorOptOut, MonitorOptIn, MonitorOptOuts];

export const MONITOR: CommandGroup = { name: 'monitor', description: 'Checks what companies expose publicly.', commands: SUB_COMMANDS };
