import { useQuery } from '@tanstack/react-query'
import { parseWire, showDateTime } from '#shared/platform/time/moscow.ts'
import { counted } from '#shared/platform/time/plural.ts'
import { showBanner } from '#web/platform/messages/banner.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Facts } from '#web/platform/ui/Facts.tsx'
import { FailureNotice } from '#web/platform/ui/FailureNotice.tsx'
import { Moments } from '#web/platform/ui/Moments.tsx'
import { Panel } from '#web/platform/ui/Panel.tsx'
import { QueryStates } from '#web/platform/ui/QueryStates.tsx'
import FormBuilder from '#web/seasons/forms/FormBuilder.tsx'
import type { StagePanelProps } from '#web/stages/kind.ts'
import styles from './Console.module.css'
import { type Overview, overviewQuery, useAskForConsent } from './console-queries.ts'
import { EntryCodesPanel } from './EntryCodesPanel.tsx'

/** What organisers see and do about a running registration. */
export default function RegistrationPanel(place: StagePanelProps) {
  const overview = useQuery(overviewQuery(place))
  return (
    <>
      <FormBuilder {...place} />
      <Panel
        id="agreed"
        title="Кто с чем согласен"
        says={overview.data ? <Agreed documents={overview.data.documents} /> : ''}
        waits={overview.data?.documents.filter(toBeAsked).length ?? 0}
      >
        <QueryStates of={[overview]} loading="Загружаем согласия…" failed="Согласия не загрузились" level={3}>
          {({ documents }) =>
            documents.length === 0 ? (
              <p>Опубликованных согласий пока нет.</p>
            ) : (
              <ul className={styles.rows}>
                {documents.map((document) => (
                  <DocumentRow key={document.code} place={place} document={document} />
                ))}
              </ul>
            )
          }
        </QueryStates>
      </Panel>
      <EntryCodesPanel place={place} />
    </>
  )
}

type Document = Overview['documents'][number]

/** Some have agreed to an earlier edition only, and nobody has asked them yet. */
const toBeAsked = ({ earlier, asked_at }: Document) => earlier > 0 && !asked_at

function Agreed({ documents }: { documents: readonly Document[] }) {
  if (documents.length === 0) return 'Опубликованных согласий пока нет'
  return <Facts of={documents.map(({ title, given }) => `${title}: ${people(given)}`)} />
}

const people = (count: number) => counted(count, 'человек', 'человека', 'человек')

function DocumentRow({ place, document }: { place: StagePanelProps; document: Document }) {
  const asking = useAskForConsent(place)
  const { title, version, given, earlier, asked_at } = document
  const asked = asked_at && parseWire(asked_at)
  return (
    <li className={styles.row}>
      <div>
        <span>
          {title}, редакция {version}
        </span>
        <span className={styles.quiet}>
          Согласны: {people(given)}.{earlier > 0 && ` Только с прежней редакцией: ${people(earlier)}.`}
          {asked && <Moments text={` Попросили согласиться ${showDateTime(asked)}.`} />}
        </span>
        <FailureNotice error={asking.error} />
      </div>
      {earlier > 0 && !asked && (
        <Button
          kind="secondary"
          size="s"
          pending={asking.isPending}
          aria-label={`Попросить согласиться с новой редакцией: ${title}`}
          onClick={() =>
            asking.mutate(document, { onSuccess: () => showBanner('Участники получат уведомление', 'success') })
          }
        >
          Попросить согласиться с новой
        </Button>
      )}
    </li>
  )
}
