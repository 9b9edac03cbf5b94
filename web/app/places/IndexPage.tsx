import { useQuery } from '@tanstack/react-query'
import { useLoggedIn } from '#web/app/use-logged-in.ts'
import { PageHeading } from '#web/platform/navigation/PageHeading.tsx'
import { PortalLink } from '#web/platform/navigation/PortalLink.tsx'
import { Card } from '#web/platform/ui/Card.tsx'
import { ColourField } from '#web/platform/ui/ColourField.tsx'
import { EmptyState } from '#web/platform/ui/EmptyState.tsx'
import { Facts } from '#web/platform/ui/Facts.tsx'
import { Heading } from '#web/platform/ui/Heading.tsx'
import { QueryStates } from '#web/platform/ui/QueryStates.tsx'
import { type Competition, competitionsQuery } from '#web/seasons/competitions/queries.ts'
import { registrationWords } from '#web/seasons/competitions/registration-words.ts'
import { LookDrawing } from '#web/seasons/themes/LookDrawing.tsx'
import { coloursOf, lookOf } from '#web/seasons/themes/themes.ts'
import styles from './IndexPage.module.css'

/** The competitions that a person can enter. */
export function IndexPage() {
  const query = useQuery(competitionsQuery)
  const loggedIn = useLoggedIn()
  return (
    <div className={styles.page}>
      <ColourField className={styles.hero} backdrop={<LookDrawing look="default" />}>
        <PageHeading title="Конкурсы для тех, кто ведёт за собой" size="hero" />
        <p className={styles.lead}>
          Выберите конкурс: внутри — этапы, сроки и всё, что нужно сделать. Одна учётная запись подходит для всех.
        </p>
      </ColourField>
      <QueryStates of={[query]} loading="Загружаем конкурсы" failed="Не удалось загрузить список конкурсов">
        {(competitions) =>
          competitions.length === 0 ? (
            <EmptyState title="Сейчас открытых конкурсов нет">
              Новый сезон появится здесь, как только его объявят.
            </EmptyState>
          ) : (
            <Competitions all={competitions} />
          )
        }
      </QueryStates>
      {!loggedIn && (
        <p className={styles.staff}>
          <PortalLink alone to="/login">
            Вход для организаторов и экспертов
          </PortalLink>
        </p>
      )}
    </div>
  )
}

/** What a person can enter comes first, with pictures; the others are a quiet list. */
function Competitions({ all }: { all: readonly Competition[] }) {
  const own = all.filter(({ door }) => door)
  const open = all.filter(({ door, registration_open }) => !door && registration_open)
  const shut = all.filter(({ door, registration_open }) => !door && !registration_open)
  const shown = [...own, ...open]
  return (
    <>
      {shown.length > 0 && (
        <ul className={styles.list} aria-label="Конкурсы">
          {shown.map((competition) => (
            <CompetitionCard key={competition.code} competition={competition} />
          ))}
        </ul>
      )}
      <Quiet id="soon" title="Скоро" competitions={shut.filter(({ registration_opens }) => registration_opens)} />
      <Quiet id="shut" title="Регистрация закрыта" competitions={shut.filter((each) => !each.registration_opens)} />
    </>
  )
}

interface QuietProps {
  id: string
  title: string
  competitions: readonly Competition[]
}

/** Competitions that nobody can enter now. */
function Quiet({ id, title, competitions }: QuietProps) {
  if (competitions.length === 0) return null
  return (
    <section className={styles.shut} aria-labelledby={id}>
      <Heading level={2} size={3} id={id}>
        {title}
      </Heading>
      <ul className={styles.quiet} aria-labelledby={id}>
        {competitions.map((competition) => (
          <li key={competition.code} className={styles.row}>
            <span className={styles.small} data-look={coloursOf(competition)} data-decoration aria-hidden="true" />
            <PortalLink alone to={`/${competition.code}`}>
              {competition.title}
            </PortalLink>
            <span className={styles.tagline}>
              <Facts of={quietFacts(competition)} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Who may take part, and the dates of the registration where they are known. */
const quietFacts = (competition: Competition) => [
  competition.tagline,
  competition.who,
  competition.registration_opens && registrationWords(competition),
]

function CompetitionCard({ competition }: { competition: Competition }) {
  const { code, title, tagline, who, door } = competition
  return (
    <Card as="li" look="press" className={styles.card}>
      <div className={styles.picture} data-look={coloursOf(competition)} data-decoration aria-hidden="true">
        <LookDrawing look={lookOf(competition)} />
      </div>
      <div className={styles.words}>
        <Heading level={2} size={3}>
          <PortalLink to={door ? `/${code}` : `/${code}/login`} data-stretch>
            {title}
          </PortalLink>
        </Heading>
        <p>{tagline}</p>
        {who && <p className={styles.tagline}>{who}</p>}
        <p className={styles.state}>{registrationWords(competition)}</p>
      </div>
    </Card>
  )
}
