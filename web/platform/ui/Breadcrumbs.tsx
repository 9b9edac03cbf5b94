import type { ReactNode } from 'react'
import styles from './Breadcrumbs.module.css'

type Crumb = { title: string; href?: string }

/** The last item is the page itself. `link` lets the router render the links. */
export function Breadcrumbs({
  crumbs,
  link = ({ href, title }) => <a href={href}>{title}</a>,
}: {
  crumbs: readonly Crumb[]
  link?: (crumb: { title: string; href: string }) => ReactNode
}) {
  return (
    <nav aria-label="Вы здесь" data-optional-control>
      <ol className={styles.crumbs}>
        {crumbs.map((crumb, i) => (
          <li key={crumb.href ?? crumb.title} aria-current={i === crumbs.length - 1 ? 'page' : undefined}>
            {crumb.href && i < crumbs.length - 1 ? link({ title: crumb.title, href: crumb.href }) : crumb.title}
          </li>
        ))}
      </ol>
    </nav>
  )
}
