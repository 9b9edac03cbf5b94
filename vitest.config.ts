import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    // At least four workers, even on two cores: tests wait two fifths of their time for a process, a database or a
    // pause.
    maxWorkers: Math.max(4, availableParallelism()),
    // The portal's code is loaded once per worker, not once per file; each file has a database of its own.
    isolate: false,
    expect: { poll: { timeout: 60_000 } },
    projects: [
      {
        test: {
          name: 'node',
          environment: 'node',
          include: [
            'architecture.test.ts',
            'constants.test.ts',
            'expressions.test.ts',
            '{shared,server,web,demo}/**/*.test.ts',
          ],
          exclude: ['**/node_modules/**', 'e2e/**', 'data/**', 'dist/**', '**/*.browser.test.ts'],
          globalSetup: ['server/testing/global-setup.ts'],
          setupFiles: ['server/testing/undocumented-refusals.ts', 'server/testing/repeatable-properties.ts'],
          provide: { testDatabaseUrl: process.env.TEST_DATABASE_URL ?? null },
          // Generous, for a shared machine: a test that hangs still ends.
          testTimeout: 180_000,
          hookTimeout: 180_000,
          // Long, so that the message shows the whole contents of a list that should be empty: a log keeps only the
          // message.
          chaiConfig: { truncateThreshold: 4000 },
        },
      },
    ],
  },
})
