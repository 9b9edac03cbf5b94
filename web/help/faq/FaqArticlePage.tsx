import { useQuery } from '@tanstack/react-query'
import { Navigate } from '@tanstack/react-router'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import ArrowRight from 'lucide-react/icons/arrow-right'
import Pencil from 'lucide-react/icons/pencil'
import { lazy, Suspense } from 'react'
import { inReadingOrder } from '#shared/help/faq/tree.ts'
import { parseWire, showDate } from '#shared/platform/time/moscow.ts'
import { isFailure } from '#web/platform/api/failure.ts'
import { SafeHtml } from '#web/platform/html/SafeHtml.tsx'
import { loadChunk } from '#web/platform/navigation/load-chunk.ts'
import { PageHeading } from '#web/platform/navigation/PageHeading.tsx'
import { PortalLink, PortalLinkButton } from '#web/platform/navigation/PortalLink.tsx'
import { useCompetitionCode } from '#web/platform/navigation/use-competition-code.ts'
import { useSearchText } from '#web/platform/navigation/use-search-text.ts'
import { Breadcrumbs } from '#web/platform/ui/Breadcrumbs.tsx'
import { Facts } from '#web/platform/ui/Facts.tsx'
import { Heading } from '#web/platform/ui/Heading.tsx'
import { QueryStates } from '#web/platform/ui/QueryStates.tsx'
import { Skeleton } from '#web/platform/ui/Skeleton.tsx'
import styles from './FaqArticlePage.module.css'
import { Feedback } from './Feedback.tsx'
import { HelpNotFound } from './HelpNotFound.tsx'
import {
  type ArticlePage,
  articleQuery,
  type HelpNode,
  helpQuery,
  neighbours,
  useHelpAddress,
  useHelpPath,
  useInConsole,
} from './queries.ts'

const ArticleEditor = lazy(() =>
  loadChunk(async () => ({ default: (await import('#web/help/faq/editor/ArticleEditor.tsx')).ArticleEditor })),
)

/** One article by its path. */
export function FaqArticlePage() {
  const code = useCompetitionCode()
  const address = useHelpAddress(code)
  const typed = useHelpPath()
  const path = typed.replace(/(?<!\/)\/+$/, '')
  const edit = useSearchText('edit')
  const query = useQuery({ ...articleQuery(code, path), enabled: code !== '' })
  const { data: article, error } = query
  if (isFailure(error, 'not_found', 'invalid_request')) return <HelpNotFound competition={code} />
  if (!article)
    return (
      <>
        {error && <PageHeading title="Помощь" />}
        <QueryStates of={[query]} loading="Загружаем статью" failed="Не удалось загрузить статью">
          {() => null}
        </QueryStates>
      </>
    )
  // The address changed since the link was made, or ends with a slash.
  if (article.path !== typed) return <Navigate to={address(article.path)} replace />
  if (edit === 'text' && article.may_edit)
    return (
      <Suspense fallback={<Skeleton lines={10} label="Загружаем редактор" />}>
        <ArticleEditor key={article.id} competition={code} article={article} />
      </Suspense>
    )
  return <Article key={article.id} competition={code} article={article} />
}

function Article({ competition, article }: { competition: string; article: ArticlePage }) {
  const inConsole = useInConsole()
  const address = useHelpAddress(competition)
  const { data: help } = useQuery(helpQuery(competition))
  const below = inReadingOrder(help?.articles ?? []).find(({ id }) => id === article.id)?.children ?? []
  const updated = parseWire(article.updated)
  return (
    <article className={styles.article}>
      <header className={styles.head}>
        <Breadcrumbs
          crumbs={[
            ...(inConsole ? [{ title: 'Управление', href: '/admin' }] : []),
            { title: inConsole ? 'Статьи помощи' : 'Помощь', href: address() },
            ...article.parents.map(({ title, path }) => ({ title, href: address(path) })),
            { title: article.title },
          ]}
          link={({ href, title }) => <PortalLink to={href}>{title}</PortalLink>}
        />
        <PageHeading title={article.title} />
        {article.may_edit && (
          <div className={styles.tools}>
            <PortalLinkButton
              kind="secondary"
              size="s"
              to={address(article.path)}
              search={{ edit: 'text' }}
              icon={<Pencil aria-hidden="true" />}
            >
              Изменить
            </PortalLinkButton>
            {article.feedback && (
              <span className={styles.counts}>
                <Facts
                  of={[
                    `Помогла: ${article.feedback.yes}, не помогла: ${article.feedback.no}`,
                    !article.published && 'черновик, участники его не видят',
                  ]}
                />
              </span>
            )}
          </div>
        )}
      </header>
      {article.text && <SafeHtml html={article.text} />}
      {below.length > 0 && <Contents competition={competition} articles={below} />}
      <footer className={styles.foot}>
        <Feedback key={article.id} article={article} competition={competition} />
        {updated && <p className={styles.updated}>Обновлено {showDate(updated)}</p>}
        <Neighbours competition={competition} {...neighbours(help?.articles ?? [], article.path)} />
      </footer>
    </article>
  )
}

function Contents({ competition, articles }: { competition: string; articles: HelpNode[] }) {
  const address = useHelpAddress(competition)
  return (
    <section className={styles.contents}>
      <Heading level={2} size={3}>
        В этом разделе
      </Heading>
      <ul>
        {articles.map(({ id, path, title }) => (
          <li key={id}>
            <PortalLink alone to={address(path)}>
              {title}
            </PortalLink>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Neighbours({ competition, before, after }: { competition: string; before?: HelpNode; after?: HelpNode }) {
  const address = useHelpAddress(competition)
  if (!before && !after) return null
  return (
    <nav className={styles.neighbours} aria-label="Соседние статьи">
      {before && (
        <PortalLink to={address(before.path)} className={styles.neighbour}>
          <span className={styles.way}>
            <ArrowLeft aria-hidden="true" /> Назад
          </span>
          {before.title}
        </PortalLink>
      )}
      {after && (
        <PortalLink to={address(after.path)} className={`${styles.neighbour} ${styles.after}`}>
          <span className={styles.way}>
            Дальше <ArrowRight aria-hidden="true" />
          </span>
          {after.title}
        </PortalLink>
      )}
    </nav>
  )
}
