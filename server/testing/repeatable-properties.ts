import { configureGlobal } from 'fast-check'

/**
 * A run tries the same cases as the one before it, so that a change is never blamed for a case that it did not touch.
 * `PROPERTY_SEED=2 npx vitest run shared` tries others.
 */
configureGlobal({ seed: Number(process.env.PROPERTY_SEED ?? 1) })
