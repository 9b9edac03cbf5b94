import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { openStates } from '#shared/accounts/identity/states.ts'
import { idNumber } from '#shared/platform/text/unbroken.ts'
import { parseWire, showDateTime } from '#shared/platform/time/moscow.ts'
import { isFailure } from '#web/platform/api/failure.ts'
import { PageHeading } from '#web/platform/navigation/PageHeading.tsx'
import { PortalLink } from '#web/platform/navigation/PortalLink.tsx'
import { Button } from '#web/platform/ui/Button.tsx'
import { type Column, DataTable } from '#web/platform/ui/DataTable.tsx'
import { EmptyState } from '#web/platform/ui/EmptyState.tsx'
import { FailureNotice } from '#web/platform/ui/FailureNotice.tsx'
import { Notice } from '#web/platform/ui/Notice.tsx'
import { Panel } from '#web/platform/ui/Panel.tsx'
import { QueryStates } from '#web/platform/ui/QueryStates.tsx'
import { ConsoleCrumbs } from '#web/seasons/console/ConsoleCrumbs.tsx'
import styles from './Duplicates.module.css'
import { MergeCard } from './MergeCard.tsx'
import { MergeForm } from './MergeForm.tsx'
import { type Compared, type Pair, pairQuery, useTellApart } from './queries.ts'
import { ReasonDialog } from './ReasonDialog.tsx'
import { signsInWords } from './sign-words.ts'

/** Two accounts beside each other, to be merged or told apart. */
export function PairPage() {
  const { competition } = useParams({ from: '/admin/$competition' })
  const { person, other } = useParams({ from: '/admin/$competition/duplicates/$person/$other' })
  const pair = { competition, test_id: Number(person), other_id: Number(other) }
  const query = useQuery(pairQuery(pair))
  return (
    <div className={styles.page}>
      <QueryStates
        of={[query]}
        loading="Сравниваем учётные записи"
        failed="Учётные записи не загрузились"
        lines={12}
        failure={(error) =>
          (isFailure(error, 'user_not_found') || isFailure(error, 'invalid_request')) && (
            <EmptyState
              kind="found-nothing"
              title="Такой пары нет"
              action={
                <PortalLink alone to={`/admin/${competition}/duplicates`}>
                  Ко всем повторам
                </PortalLink>
              }
            >
              Возможно, записи уже объединены. Вернуть их можно на странице «Повторы».
            </EmptyState>
          )
        }
      >
        {(compared) => <Found key={`${person}/${other}`} pair={pair} compared={compared} />}
      </QueryStates>
    </div>
  )
}

function Found({ pair, compared }: { pair: Pair; compared: Compared }) {
  const [asks, setAsks] = useState(false)
  const act = useTellApart(pair)
  const { competition, test_id, other_id } = pair
  const { apart } = compared
  const telling = useTellApart(pair)
  const isOpen = compared.merges.some(({ state }) => (openStates as readonly string[]).includes(state))
  const told = apart && parseWire(apart.at)
  return (
    <>
      <header className={styles.head}>
        <ConsoleCrumbs
          competition={competition}
          title={compared.competition_title}
          page="Сравнение"
          above={{ title: 'Повторы', path: 'duplicates' }}
        />
        <PageHeading title={`Сравнение: ${idNumber(test_id)} и ${other_id}`} size={2} />
        <p className={styles.quiet}>{signsInWords(compared.signs)}</p>
      </header>
      {apart && (
        <Notice
          title={`Отмечены как разные люди${told ? ` ${showDateTime(told)}` : ''}`}
          actions={
            <Button kind="secondary" pending={act.isPending} onClick={() => act.mutate(null)}>
              Снять отметку
            </Button>
          }
        >
          {[apart.by, apart.reason].filter(Boolean).join(': ')}
          <FailureNotice error={act.error} />
        </Notice>
      )}
      <Panel title="Чем отличаются">
        <Difference compared={compared} competition={competition} />
        <div className={styles.acts}>
          <PortalLink alone to={`/admin/${competition}/duplicates/${other_id}/${test_id}`}>
            Поменять местами
          </PortalLink>
          {!apart && (
            <Button kind="quiet" size="s" onClick={() => setAsks(true)}>
              Это разные люди
            </Button>
          )}
        </div>
      </Panel>
      {compared.merges.length > 0 && (
        <section className={styles.list} aria-label="Предложенные объединения">
          {compared.merges.map((merge) => (
            <MergeCard key={merge.id} competition={competition} merge={merge} compared />
          ))}
        </section>
      )}
      {!apart && !isOpen && (
        <Panel title="Объединить">
          <MergeForm pair={pair} compared={compared} />
        </Panel>
      )}
      {asks && (
        <ReasonDialog
          title="Это разные люди"
          act="Отметить"
          missing="Напишите, почему это разные люди"
          send={telling.mutateAsync}
          onClose={() => setAsks(false)}
        >
          <p>Пара уйдёт из списка похожих. Отметку можно снять.</p>
        </ReasonDialog>
      )}
    </>
  )
}

function Difference({ compared: { people }, competition }: { compared: Compared; competition: string }) {
  const [first, second] = people
  if (!first || !second) return null
  const created = (person: typeof first) => {
    const at = parseWire(person.created_at)
    return at ? showDateTime(at) : ''
  }
  const birthday = ({ birth_date }: typeof first) => birth_date?.split('-').reverse().join('.') ?? 'не указана'
  const rows = [
    { label: 'Имя', values: [first.name, second.name] },
    { label: 'Дата рождения', values: [birthday(first), birthday(second)] },
    { label: 'Почта', values: [first.email, second.email] },
    { label: 'Телефон', values: [first.phone ?? 'не указан', second.phone ?? 'не указан'] },
    { label: 'Создана', values: [created(first), created(second)] },
    ...first.lines.map(({ label, value }, place) => ({ label, values: [value, second.lines[place]?.value ?? ''] })),
  ]
  return (
    <DataTable
      label="Чем отличаются"
      narrow="beside"
      rows={rows}
      keyOf={({ label }) => label}
      marked={({ values }) => values[0] !== values[1]}
      columns={[
        { title: 'Что известно', width: 24, value: ({ label }) => label },
        ...people.map(
          ({ test_id, takes_part }, place): Column<(typeof rows)[number]> => ({
            title: `${idNumber(test_id)}${place === 0 ? ' останется' : ' присо\u00adединится'}`,
            head: (
              <>
                {takes_part ? (
                  <PortalLink alone to={`/admin/${competition}/people/${test_id}`}>
                    {idNumber(test_id)}
                  </PortalLink>
                ) : (
                  idNumber(test_id)
                )}
                {/* The soft hyphen lets the word break when the type is large. */}{' '}
                <span className={styles.becomes}>{place === 0 ? 'останется' : 'присо\u00adединится'}</span>
              </>
            ),
            width: 38,
            cell: ({ values }) => values[place],
          }),
        ),
      ]}
    />
  )
}
