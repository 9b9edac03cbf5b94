import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'node',
          environment: 'node',
          include: ['architecture.test.ts', '{shared,server,web,demo}/**/*.test.ts'],
          exclude: ['**/node_modules/**', 'e2e/**', 'data/**', 'dist/**', '**/*.browser.test.ts'],
          testTimeout: 20_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
})
