import { useQuery } from '@tanstack/react-query'
import { type ReactNode, use } from 'react'
import type { Answer } from '#web/platform/api/client.ts'
import { PortalLink } from '#web/platform/navigation/PortalLink.tsx'
import { VisuallyHidden } from '#web/platform/ui/VisuallyHidden.tsx'
import { useCompetition } from '#web/seasons/competitions/queries.ts'
import { loadLook, lookOf } from '#web/seasons/themes/themes.ts'
import styles from './Entrance.module.css'

/**
 * Frame of login, registration and password recovery, in the layout of the competition, which the router has loaded.
 */
export function EntranceFrame({ small, children }: { small?: boolean; children: ReactNode }) {
  const competition = useCompetition()
  const { data: config } = useQuery<Answer<'GET /app/config'>>({ queryKey: ['config'], enabled: false })
  const { Layout, Background, Logo } = use(loadLook(lookOf(competition)))
  return (
    <Layout
      kind="entrance"
      small={small}
      brand={
        <PortalLink to="/" className={styles.brand}>
          <Logo />
          <VisuallyHidden> — все конкурсы</VisuallyHidden>
        </PortalLink>
      }
      slogan={competition ? competition.tagline || competition.title : 'Сезоны, работы и решения в одном месте'}
      lead={competition?.tagline ? competition.title : undefined}
      background={<Background />}
    >
      {children}
      {competition?.support_email && (
        <p className={styles.help}>
          Нужна помощь? Напишите нам: <a href={`mailto:${competition.support_email}`}>{competition.support_email}</a>
        </p>
      )}
      {config?.outbox && (
        <p className={styles.demo}>
          Демонстрационный режим: письма и СМС никуда не уходят, они на странице{' '}
          <a href="/dev/outbox" target="_blank" rel="noopener">
            исходящих
          </a>
          .
        </p>
      )}
    </Layout>
  )
}
