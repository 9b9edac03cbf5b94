import { configureGlobal } from 'fast-check'

/**
 * Every run tries the same cases, so that a change is never blamed for a case that it did not touch.
 * `PROPERTY_SEED=2 npx vitest run shared` tries others.
 */
configureGlobal({ seed: Number(process.env.PROPERTY_SEED ?? 1) })
