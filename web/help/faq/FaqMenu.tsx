import { useQuery } from '@tanstack/react-query'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { useState } from 'react'
import { PortalLink } from '#web/platform/navigation/PortalLink.tsx'
import { Skeleton } from '#web/platform/ui/Skeleton.tsx'
import styles from './FaqMenu.module.css'
import { type HelpNode, helpQuery, useHelpAddress, useHelpPath } from './queries.ts'

/** The tree of articles. The open one is marked and its parents are expanded. Empty without articles. */
export function FaqMenu({ competition }: { competition: string }) {
  const { data } = useQuery(helpQuery(competition))
  if (!data) return <Skeleton lines={5} label="Загружаем оглавление" />
  if (data.articles.length === 0) return null
  return (
    <nav aria-label="Статьи помощи" className={styles.menu}>
      <Level competition={competition} articles={data.articles} />
    </nav>
  )
}

function Level({ competition, articles, id }: { competition: string; articles: HelpNode[]; id?: string }) {
  return (
    <ul className={styles.level} id={id}>
      {articles.map((article) => (
        <Item key={article.id} competition={competition} article={article} />
      ))}
    </ul>
  )
}

function Item({ competition, article }: { competition: string; article: HelpNode }) {
  const address = useHelpAddress(competition)
  const current = useHelpPath()
  const holdsCurrent = current === article.path || current.startsWith(`${article.path}/`)
  const [folded, setFolded] = useState<{ at: string; open: boolean } | null>(null)
  // Navigation expands the parents of the opened article; on the same page the person's own choice stays.
  const open = folded !== null && folded.at === (holdsCurrent ? current : '') ? folded.open : holdsCurrent
  const below = `help-${article.id}`
  return (
    <li>
      <div className={styles.line} data-current={current === article.path || undefined}>
        <PortalLink
          to={address(article.path)}
          className={styles.link}
          aria-current={current === article.path ? 'page' : undefined}
        >
          {article.title}
          {!article.published && <span className={styles.draft}>черновик</span>}
        </PortalLink>
        {article.children.length > 0 && (
          <button
            type="button"
            className={styles.toggle}
            aria-expanded={open}
            aria-controls={open ? below : undefined}
            aria-label={`${article.title}: вложенные статьи`}
            onClick={() => setFolded({ at: holdsCurrent ? current : '', open: !open })}
          >
            <ChevronRight aria-hidden="true" />
          </button>
        )}
      </div>
      {open && article.children.length > 0 && (
        <Level competition={competition} articles={article.children} id={below} />
      )}
    </li>
  )
}
