import js from '@eslint/js';
import { defineConfig, globalIgnores } from 'eslint/config';
import tseslint from 'typescript-eslint';

const ENVIRONMENT = {
  object: 'process',
  property: 'env',
  message: 'Settings come from Env (src/platform/config/env.ts), which is read once at start.',
};
const DATA_SOURCE = {
  name: 'typeorm',
  importNames: ['DataSource'],
  message: 'Database (src/platform/database/database.ts) is the only access to PostgreSQL: it sets the role and the organization.',
};
const REPOSITORIES = {
  name: '@nestjs/typeorm',
  importNames: ['InjectDataSource', 'InjectEntityManager', 'InjectRepository'],
  message: 'What is injected this way bypasses row-level security; use Database.transaction.',
};
const POOL = { name: 'pg', importNames: ['Client', 'Pool'], message: 'Connections are opened in src/platform/database only.' };

export default defineConfig(
  globalIgnores(['**/dist/', 'client/src/generated/schema.ts', 'coverage/', '.data/', '.tmp/', 'bench/results/']),
  js.configs.recommended,
  {
    files: ['**/*.ts'],
    extends: [tseslint.configs.strictTypeChecked, tseslint.configs.stylisticTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      // Classes that decorators mention at run time stay ordinary imports: the rule knows emitDecoratorMetadata.
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/no-import-type-side-effects': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      // Nest modules are classes without members, and so is the request of a call that takes none.
      '@typescript-eslint/no-extraneous-class': ['error', { allowWithDecorator: true, allowEmpty: true }],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true, allow: ['URL'] }],
      // Readers end with `return this.violations.add(…)`, which is undefined on purpose.
      '@typescript-eslint/no-confusing-void-expression': 'off',
      // Names from external documents keep their spelling.
      '@typescript-eslint/dot-notation': 'off',
      // Its advice, the `!` assertion, is what no-non-null-assertion forbids.
      '@typescript-eslint/non-nullable-type-assertion-style': 'off',
      // Texts are taken apart by code point on purpose.
      '@typescript-eslint/no-misused-spread': ['error', { allow: ['string'] }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_', ignoreRestSiblings: true }],
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'no-console': 'error',
      'no-restricted-properties': ['error', ENVIRONMENT],
      'no-restricted-imports': ['error', { paths: [DATA_SOURCE, REPOSITORIES, POOL] }],
    },
  },
  {
    files: ['src/platform/config/**', '**/*.spec.ts', 'test/**', 'scripts/**', 'bench/**', 'trials/**'],
    rules: { 'no-restricted-properties': 'off' },
  },
  {
    files: ['src/platform/{database,embedded-postgres}/**', 'migrations/**', '**/*.spec.ts', 'test/**', 'bench/**', 'trials/**'],
    rules: { 'no-restricted-imports': 'off' },
  },
  {
    // A test inspects answers of every shape; its assertions check them.
    files: ['**/*.spec.ts', '**/*.e2e-spec.ts', '**/*.fixture.ts', 'test/**/*.ts', 'trials/cluster/**'],
    rules: {
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      '@typescript-eslint/no-non-null-assertion': 'off',
    },
  },
  {
    files: ['test/**/*.ts'],
    ignores: ['test/support/**'],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector: "CallExpression[callee.name='fetch'] TemplateElement[value.raw=/^\\u002fpublic\\u002fv1\\u002f(?!mcp)/]",
          message: 'TestOrganization and send() validate the body against openapi.json; fetch does not.',
        },
      ],
    },
  },
  {
    files: ['**/*.cjs', '**/*.mjs', '**/*.js'],
    languageOptions: {
      globals: {
        process: 'readonly',
        console: 'readonly',
        module: 'writable',
        require: 'readonly',
        __dirname: 'readonly',
        URL: 'readonly',
        URLSearchParams: 'readonly',
        Buffer: 'readonly',
        TextEncoder: 'readonly',
        btoa: 'readonly',
        crypto: 'readonly',
        fetch: 'readonly',
        AbortSignal: 'readonly',
        structuredClone: 'readonly',
      },
    },
  },
  {
    files: ['src/modules/avd/graph-page/*.js', 'src/modules/portfolio/portfolio-page/*.js', 'src/platform/web-pages/frame/*.js'],
    languageOptions: { globals: { document: 'readonly', location: 'readonly', Option: 'readonly' } },
  },
);
