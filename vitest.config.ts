import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'node',
          environment: 'node',
          include: ['architecture.test.ts', 'constants.test.ts', '{shared,server,web,demo}/**/*.test.ts'],
          exclude: ['**/node_modules/**', 'e2e/**', 'data/**', 'dist/**', '**/*.browser.test.ts'],
          globalSetup: ['server/testing/global-setup.ts'],
          provide: { testDatabaseUrl: process.env.TEST_DATABASE_URL ?? null },
          testTimeout: 20_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
})
