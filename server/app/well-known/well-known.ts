import type { FastifyInstance } from 'fastify'
import type { Clock } from '#server/platform/clock/clock.ts'

const halfYear = 182 * 24 * 3600 * 1000

/**
 * RFC 9116: where to report a vulnerability. The date of expiry moves with every answer, so it is never in the past.
 */
export async function wellKnown(app: FastifyInstance, options: { publicUrl: string; clock: Clock }): Promise<void> {
  app.get('/.well-known/security.txt', (_request, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .send(
        [
          `Contact: mailto:security@${new URL(options.publicUrl).hostname}`,
          `Expires: ${new Date(options.clock().getTime() + halfYear).toISOString()}`,
          'Preferred-Languages: ru, en',
          `Canonical: ${options.publicUrl}/.well-known/security.txt`,
          '',
        ].join('\n'),
      ),
  )
}
