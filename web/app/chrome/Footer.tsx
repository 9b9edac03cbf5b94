import { useQuery } from '@tanstack/react-query'
import { useDesktop } from '#web/app/use-desktop.ts'
import { useLoggedIn } from '#web/app/use-logged-in.ts'
import { AnyLink } from '#web/platform/navigation/AnyLink.tsx'
import { buttonClass } from '#web/platform/ui/button-class.ts'
import { competitionsQuery, useLookCompetition } from '#web/seasons/competitions/queries.ts'
import { DisplaySettingsButton } from './DisplaySettingsButton.tsx'
import styles from './Footer.module.css'
import { SocialIcon, type SocialName } from './SocialIcon.tsx'

const socialTitles: Record<SocialName, string> = {
  vk: 'ВКонтакте',
  telegram: 'Telegram',
  ok: 'Одноклассники',
  rutube: 'Rutube',
}

/** Links for logged-in people; social networks and copyright for everyone. */
export function Footer({ colours }: { colours: string }) {
  const competition = useLookCompetition()
  const loggedIn = useLoggedIn()
  const desktop = useDesktop()
  const links: [string, string | null | undefined][] = [
    ['Поддержка', competition && `/${competition.code}/faq`],
    ['Новости', competition?.links.news],
    ['Правила', competition?.links.rules],
    ['Обработка персональных данных', competition?.links.personal_data],
  ]
  // Outside a competition the footer shows the data of the first competition.
  const voice = useQuery(competitionsQuery).data?.[0]
  const social = Object.entries((competition ?? voice)?.social ?? {}) as [SocialName, string | null][]
  return (
    <footer className={styles.footer}>
      <div className={styles.inner}>
        {loggedIn && competition && (
          <nav aria-label="О конкурсе">
            <ul className={styles.links}>
              {links.map(
                ([title, href]) =>
                  href && (
                    <li key={title}>
                      <AnyLink to={href}>{title}</AnyLink>
                    </li>
                  ),
              )}
            </ul>
          </nav>
        )}
        {social.length > 0 && (
          <ul className={styles.social} data-optional-control>
            {social.map(([name, href]) => (
              <li key={name}>
                {href ? (
                  <a href={href} rel="noopener" target="_blank" aria-label={socialTitles[name]}>
                    <SocialIcon name={name} />
                  </a>
                ) : (
                  <span className={styles.noLink}>
                    <SocialIcon name={name} />
                  </span>
                )}
              </li>
            ))}
          </ul>
        )}
        {!desktop && !loggedIn && (
          <DisplaySettingsButton look={colours} className={buttonClass('secondary', 's')}>
            Настройки отображения
          </DisplaySettingsButton>
        )}
        <p className={styles.copyright}>{(competition ?? voice)?.copyright}</p>
      </div>
    </footer>
  )
}
