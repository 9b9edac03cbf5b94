import { useQuery } from '@tanstack/react-query'
import Download from 'lucide-react/icons/download'
import { numbered } from '#shared/platform/text/unbroken.ts'
import { counted } from '#shared/platform/time/plural.ts'
import { showBanner } from '#web/platform/messages/banner.ts'
import { failureText } from '#web/platform/messages/failure-text.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { DefinitionList } from '#web/platform/ui/DefinitionList.tsx'
import { Facts } from '#web/platform/ui/Facts.tsx'
import { Heading } from '#web/platform/ui/Heading.tsx'
import { Panel } from '#web/platform/ui/Panel.tsx'
import { QueryStates } from '#web/platform/ui/QueryStates.tsx'
import { ConsoleLink } from '#web/seasons/console/ConsoleLink.tsx'
import { sectionPath } from '#web/seasons/console/sections.ts'
import type { StagePanelProps } from '#web/stages/kind.ts'
import styles from './FeedbackPanel.module.css'
import { type Figures, figuresQuery, useFeedbackTable, useRequestOf } from './queries.ts'

const roundWords = { before: 'До итога', after: 'После итога' }
const groupWords: Record<string, string> = { region: 'По регионам', track: 'По трекам', device: 'По устройствам' }

/** What people think of the stage. With fewer than five answers nothing is shown. */
export default function FeedbackPanel(place: StagePanelProps) {
  const figures = useQuery(figuresQuery(place))
  const table = useFeedbackTable(place)
  return (
    <Panel
      id="opinions"
      title="Отзывы"
      says={
        <Facts
          of={figures.data?.rounds.map(({ round, given }) => `${roundWords[round]}: ${given ?? 'меньше пяти'}`) ?? []}
        />
      }
      read
      actions={
        <Button
          kind="quiet"
          size="s"
          icon={<Download aria-hidden="true" />}
          pending={table.isPending}
          onClick={() => table.mutate()}
        >
          Скачать таблицей
        </Button>
      }
    >
      <QueryStates of={[figures]} loading="Загружаем отзывы…" failed="Отзывы не загрузились" height="8rem" level={3}>
        {({ anonymous, rounds }) => (
          <div className={styles.rounds}>
            <p className={styles.quiet}>
              {anonymous ? 'Отзывы анонимные' : 'Отзывы с именами'}. Группы меньше пяти человек не показаны.
            </p>
            {rounds.map((round) => (
              <Round key={round.round} place={place} round={round} />
            ))}
          </div>
        )}
      </QueryStates>
    </Panel>
  )
}

interface RoundProps {
  place: StagePanelProps
  round: Figures['rounds'][number]
}

function Round({ place, round: { round, given, index, marks, by, words, words_of, texts, texts_of } }: RoundProps) {
  return (
    <section className={styles.round} aria-labelledby={`feedback-${round}`}>
      <Heading level={3} size={4} id={`feedback-${round}`}>
        {roundWords[round]}
      </Heading>
      {given === null ? (
        <p className={styles.quiet}>Отзывов пока меньше пяти</p>
      ) : (
        <>
          <DefinitionList
            items={[
              { term: 'Отзывов', value: String(given) },
              { term: 'Готовы советовать, от −100 до 100', value: signed(index) },
              ...marks.map(({ question, mean }) => ({
                term: question,
                value: mean === null ? 'меньше пяти оценок' : `${String(mean).replace('.', ',')} из 5`,
              })),
            ]}
          />
          {by.map(({ group, values }) => (
            <div key={group} className={styles.group}>
              <Heading level={4} size={4}>
                {groupWords[group] ?? group}
              </Heading>
              <DefinitionList
                items={values.map((value) => ({
                  term: value.title,
                  value: value.given === null ? 'не показано' : `${signed(value.index)}, отзывов: ${value.given}`,
                }))}
              />
            </div>
          ))}
          {words.length > 0 && (
            <div className={styles.group}>
              <Heading level={4} size={4}>
                О чём пишут чаще
              </Heading>
              <ul className={styles.words}>
                {words.map(({ word, texts: count }) => (
                  <li key={word}>
                    {word} — {counted(count, 'отзыв', 'отзыва', 'отзывов')}
                  </li>
                ))}
              </ul>
            </div>
          )}
          {texts.length < texts_of && (
            <p className={styles.quiet}>
              Слова — по {counted(words_of, 'случайному отзыву', 'случайным отзывам', 'случайным отзывам')}. Ниже{' '}
              {texts.length} из {texts_of} отзывов с текстом, остальные в таблице.
            </p>
          )}
          {texts.length > 0 && (
            <ul className={styles.texts}>
              {texts.map(({ text, name, test_id, request }, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: two people may have written the same words
                <li key={at}>
                  {name && (
                    <strong>
                      <bdi>{name}</bdi>.{' '}
                    </strong>
                  )}
                  {text}
                  {test_id !== null && <RequestOf place={place} round={round} person={test_id} request={request} />}
                </li>
              ))}
            </ul>
          )}
        </>
      )}
    </section>
  )
}

interface RequestOfProps {
  place: StagePanelProps
  round: Figures['rounds'][number]['round']
  person: number
  request: number | null
}

/** Makes a named opinion a request to support, or leads to the one that was made. */
function RequestOf({ place, round, person, request }: RequestOfProps) {
  const making = useRequestOf(place)
  if (request !== null)
    return (
      <p>
        <ConsoleLink competition={place.competition} to={sectionPath('inbox', place.competition)}>
          Обращение {numbered(request)}
        </ConsoleLink>
      </p>
    )
  return (
    <div>
      <Button
        kind="quiet"
        size="s"
        flush
        pending={making.isPending}
        onClick={() =>
          !making.isPending &&
          making.mutate({ round, test_id: person }, { onError: (error) => showBanner(failureText(error)) })
        }
      >
        Завести обращение
      </Button>
    </div>
  )
}

const signed = (index: number | null) => (index === null ? '—' : String(index).replace('-', '−'))
