import { useQuery } from '@tanstack/react-query'
import Plus from 'lucide-react/icons/plus'
import { lazy, type ReactNode, Suspense } from 'react'
import { loadChunk } from '#web/platform/navigation/load-chunk.ts'
import { PageHeading } from '#web/platform/navigation/PageHeading.tsx'
import { PortalLink, PortalLinkButton } from '#web/platform/navigation/PortalLink.tsx'
import { useCompetitionCode } from '#web/platform/navigation/use-competition-code.ts'
import { useSearchText } from '#web/platform/navigation/use-search-text.ts'
import { Card } from '#web/platform/ui/Card.tsx'
import { EmptyState } from '#web/platform/ui/EmptyState.tsx'
import { Failed } from '#web/platform/ui/Failed.tsx'
import { Heading } from '#web/platform/ui/Heading.tsx'
import { Skeleton } from '#web/platform/ui/Skeleton.tsx'
import styles from './FaqIndexPage.module.css'
import { type HelpNode, helpQuery, renewHelp, useHelpAddress, useInConsole } from './queries.ts'

const NewArticle = lazy(() =>
  loadChunk(async () => ({ default: (await import('#web/help/faq/editor/NewArticle.tsx')).NewArticle })),
)
const Misses = lazy(() =>
  loadChunk(async () => ({ default: (await import('#web/help/faq/editor/Misses.tsx')).Misses })),
)

/** All articles by section. */
export function FaqIndexPage() {
  const code = useCompetitionCode()
  const address = useHelpAddress(code)
  const inConsole = useInConsole()
  const { data: help } = useQuery({ ...helpQuery(code), enabled: code !== '' })
  const edit = useSearchText('edit')
  if (help?.mayEdit && edit === 'new')
    return (
      <Waiting>
        <NewArticle competition={code} />
      </Waiting>
    )
  if (help?.mayEdit && edit === 'misses')
    return (
      <Waiting>
        <Misses competition={code} />
      </Waiting>
    )
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <PageHeading title={inConsole ? 'Статьи помощи' : 'Помощь'} />
        <p className={styles.lead}>
          {inConsole ? (
            <>
              Что участники читают <PortalLink to={`/${code}/faq`}>в разделе помощи</PortalLink>, вместе с черновиками.
            </>
          ) : (
            <>
              Ответы на частые вопросы. Не нашли свой —{' '}
              <PortalLink to={`/${code}/support`}>напишите в поддержку</PortalLink>.
            </>
          )}
        </p>
        {help?.mayEdit && edit !== 'order' && (
          <div className={styles.tools}>
            <PortalLinkButton size="s" to={address()} search={{ edit: 'new' }} icon={<Plus aria-hidden="true" />}>
              Добавить статью
            </PortalLinkButton>
            <PortalLinkButton
              kind="secondary"
              size="s"
              to={address()}
              search={{ edit: 'order' }}
              className={styles.narrow}
            >
              Изменить порядок
            </PortalLinkButton>
            <PortalLinkButton kind="secondary" size="s" to={address()} search={{ edit: 'misses' }}>
              Что не нашли
            </PortalLinkButton>
          </div>
        )}
      </header>
      {!help ? (
        <Skeleton lines={8} label="Загружаем статьи" />
      ) : help.failed ? (
        <LoadFailed competition={code} />
      ) : help.articles.length === 0 ? (
        <EmptyState title="Статей пока нет">
          {help.mayEdit
            ? 'Добавьте первую: с неё начнётся раздел помощи.'
            : 'Редакторы ещё готовят ответы. Если вопрос срочный, напишите в поддержку.'}
        </EmptyState>
      ) : (
        <ul className={styles.sections}>
          {help.articles.map((article) => (
            <Section key={article.id} competition={code} article={article} />
          ))}
        </ul>
      )}
    </div>
  )
}

const Waiting = ({ children }: { children: ReactNode }) => (
  <Suspense fallback={<Skeleton lines={8} label="Загружаем" />}>{children}</Suspense>
)

const LoadFailed = ({ competition }: { competition: string }) => (
  <Failed title="Не удалось загрузить статьи" error={null} onRepeat={() => renewHelp(competition)}>
    Проверьте связь и повторите.
  </Failed>
)

function Section({ competition, article }: { competition: string; article: HelpNode }) {
  const address = useHelpAddress(competition)
  return (
    <Card as="li" className={styles.section}>
      <Heading level={2} size={3}>
        <PortalLink alone to={address(article.path)}>
          {article.title}
        </PortalLink>
      </Heading>
      <Below competition={competition} articles={article.children} />
    </Card>
  )
}

function Below({ competition, articles }: { competition: string; articles: HelpNode[] }) {
  const address = useHelpAddress(competition)
  if (articles.length === 0) return null
  return (
    <ul className={styles.below}>
      {articles.map((article) => (
        <li key={article.id}>
          <PortalLink alone to={address(article.path)}>
            {article.title}
          </PortalLink>
          {!article.published && <span className={styles.draft}>черновик</span>}
          <Below competition={competition} articles={article.children} />
        </li>
      ))}
    </ul>
  )
}
