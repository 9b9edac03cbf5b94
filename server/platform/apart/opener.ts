import { Refusal } from '#shared/platform/api/refusals.ts'
import type { Told } from './open-apart.ts'

/** The program that opens files, one after another. It ends with the portal. */
process.on('message', async ({ module, input }: { module: string; input: unknown }) => {
  process.send?.(await told(module, input))
})
process.once('disconnect', () => process.exit())

async function told(module: string, input: unknown): Promise<Told> {
  try {
    const { default: task } = (await import(module)) as { default: (input: unknown) => unknown }
    return { result: await task(input) }
  } catch (fault) {
    if (fault instanceof Refusal) return { refused: { code: fault.code, values: fault.values } }
    const { code, syscall } = fault as NodeJS.ErrnoException
    return { fault: { message: String(fault), code, syscall } }
  }
}
