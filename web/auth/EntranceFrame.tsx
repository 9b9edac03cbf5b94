import { useQuery } from '@tanstack/react-query'
import { type ReactNode, Suspense, use } from 'react'
import { useCompetition } from '#web/competitions/queries.ts'
import type { Answer } from '#web/platform/api/client.ts'
import { PortalLink } from '#web/platform/navigation/PortalLink.tsx'
import { SplitScreen } from '#web/platform/ui/SplitScreen.tsx'
import { VisuallyHidden } from '#web/platform/ui/VisuallyHidden.tsx'
import { loadLook } from '#web/themes/themes.ts'
import styles from './Entrance.module.css'

/** Login, registration and recovery: the competition's field beside the form. */
export function EntranceFrame({ children }: { children: ReactNode }) {
  const competition = useCompetition()
  const { data: config } = useQuery<Answer<'GET /app/config'>>({ queryKey: ['config'], enabled: false })
  const look = competition?.theme ?? 'default'
  return (
    <SplitScreen
      brand={
        <PortalLink to="/" className={styles.brand}>
          <Drawing look={look} part="Logo" />
          <VisuallyHidden> — все конкурсы</VisuallyHidden>
        </PortalLink>
      }
      slogan={competition?.tagline || competition?.title}
      lead={competition?.tagline ? competition.title : undefined}
      backdrop={<Drawing look={look} part="Backdrop" />}
    >
      {children}
      {competition?.support_email && (
        <p className={styles.help}>
          Нужна помощь? Напишите нам: <a href={`mailto:${competition.support_email}`}>{competition.support_email}</a>
        </p>
      )}
      {config?.demo && (
        <p className={styles.demo}>
          Демонстрационный режим: письма и СМС никуда не уходят, они на странице{' '}
          <a href="/dev/outbox" target="_blank" rel="noopener">
            исходящих
          </a>
          .
        </p>
      )}
    </SplitScreen>
  )
}

function Drawing({ look, part }: { look: string; part: 'Logo' | 'Backdrop' }) {
  return (
    <Suspense fallback={null}>
      <LoadedDrawing look={look} part={part} />
    </Suspense>
  )
}

function LoadedDrawing({ look, part }: { look: string; part: 'Logo' | 'Backdrop' }) {
  const Part = use(loadLook(look))[part]
  return <Part />
}
