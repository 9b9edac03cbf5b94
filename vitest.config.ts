import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    // More workers than two cores: about two fifths of the time a test waits for a process, a database or a pause.
    maxWorkers: Math.max(3, availableParallelism()),
    // The portal's code is read once a worker, not once a file; what a file changes in a database is its own.
    isolate: false,
    expect: { poll: { timeout: 60_000 } },
    projects: [
      {
        test: {
          name: 'node',
          environment: 'node',
          include: ['architecture.test.ts', 'constants.test.ts', '{shared,server,web,demo}/**/*.test.ts'],
          exclude: ['**/node_modules/**', 'e2e/**', 'data/**', 'dist/**', '**/*.browser.test.ts'],
          globalSetup: ['server/testing/global-setup.ts'],
          setupFiles: ['server/testing/undocumented-refusals.ts', 'server/testing/repeatable-properties.ts'],
          provide: { testDatabaseUrl: process.env.TEST_DATABASE_URL ?? null },
          // Generous, for a machine that is shared: a test that hangs is found all the same.
          testTimeout: 180_000,
          hookTimeout: 180_000,
          // What a list holds that should be empty is said in the message, which is all that a record of a run keeps.
          chaiConfig: { truncateThreshold: 4000 },
        },
      },
    ],
  },
})
