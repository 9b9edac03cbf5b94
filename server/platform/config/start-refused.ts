/**
 * The portal cannot start, for a reason an operator can remove. The message is one Russian sentence that names
 * the reason and what to do; `main.ts` prints it without a stack and exits with 1.
 */
export class StartRefused extends Error {
  override name = 'StartRefused'
}
