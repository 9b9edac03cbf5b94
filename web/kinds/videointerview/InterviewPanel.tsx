import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { textOf } from '#shared/forms/fields/field.ts'
import { parseWire, showDate } from '#shared/platform/time/moscow.ts'
import { formOf, reasonField } from '#web/forms/fields/dialog-form.ts'
import { FormDialog } from '#web/forms/fields/FormDialog.tsx'
import { useList } from '#web/platform/navigation/use-list.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { DefinitionList } from '#web/platform/ui/DefinitionList.tsx'
import { EmptyState } from '#web/platform/ui/EmptyState.tsx'
import { Facts } from '#web/platform/ui/Facts.tsx'
import { fileSize } from '#web/platform/ui/FileField.tsx'
import { ListSwitch } from '#web/platform/ui/ListFilters.tsx'
import { Notice } from '#web/platform/ui/Notice.tsx'
import { PagedList } from '#web/platform/ui/PagedList.tsx'
import { Panel } from '#web/platform/ui/Panel.tsx'
import { QueryStates } from '#web/platform/ui/QueryStates.tsx'
import type { StagePanelProps } from '#web/stages/kind.ts'
import styles from './Interview.module.css'
import { type Board, type BoardTake, boardPage, boardQuery, useGrant } from './panel-queries.ts'

/** The technical board: what went wrong with recordings, and another take for people who are not to blame. */
export default function InterviewPanel(place: StagePanelProps) {
  const list = useList('takes', { all: false })
  const board = useQuery(boardQuery(place, list.asked.page, list.asked.all))
  const [granting, setGranting] = useState<BoardTake | null>(null)
  return (
    <Panel
      id="board"
      title="Техническая доска"
      says={board.data ? inBrief(board.data.totals) : ''}
      waits={board.data?.totals.waiting ?? 0}
      read
    >
      <QueryStates of={[board]} loading="Загружаем записи…" failed="Записи не загрузились" height="8rem">
        {(data) => (
          <div className={styles.board}>
            <Totals totals={data.totals} keptUntil={data.kept_until} />
            <ListSwitch list={list} part="all" label="Показать и записи без замечаний" name="all-takes" />
            <PagedList
              of={board}
              list={list}
              size={boardPage}
              label="Страницы записей"
              empty={
                <EmptyState title={data.totals.takes === 0 ? 'Записей ещё нет' : 'Замечаний нет'}>
                  {data.totals.takes === 0 ? 'Они появятся, когда участники начнут отвечать.' : 'Все записи в порядке.'}
                </EmptyState>
              }
            >
              {({ takes }) => (
                <ul className={styles.takes} aria-label="Записи">
                  {takes.map((take) => (
                    <Row key={take.take_id} take={take} onGrant={() => setGranting(take)} />
                  ))}
                </ul>
              )}
            </PagedList>
          </div>
        )}
      </QueryStates>
      {granting && <GrantDialog place={place} take={granting} onClose={() => setGranting(null)} />}
    </Panel>
  )
}

const inBrief = ({ takes, people, waiting }: Board['totals']): string =>
  takes === 0
    ? 'Записей ещё нет'
    : `Участников ${people}, записей ${takes}${waiting > 0 ? `, просят о попытке: ${waiting}` : ''}`

function Totals({ totals, keptUntil }: { totals: Board['totals']; keptUntil: string | null }) {
  const until = keptUntil === null ? null : parseWire(keptUntil)
  return (
    <DefinitionList
      items={[
        { term: 'Участников', value: String(totals.people) },
        { term: 'Записей', value: `${totals.takes}, ${fileSize(totals.bytes)}` },
        { term: 'Хранятся', value: until ? `первые будут удалены ${showDate(until)}` : 'без срока' },
        { term: 'Не получились', value: String(totals.failed) },
        { term: 'Ещё передаются', value: String(totals.arriving) },
        { term: 'Прервались', value: String(totals.broken) },
        { term: 'Без звука', value: String(totals.silent) },
        { term: 'Тёмные', value: String(totals.dark) },
        { term: 'Ждут решения', value: String(totals.waiting) },
      ]}
    />
  )
}

function Row({ take, onGrant }: { take: BoardTake; onGrant: () => void }) {
  const { name, question, browser, codecs, reasons, waits } = take
  return (
    <li className={styles.take}>
      <p className={styles.takeHead}>
        <strong>
          <bdi>{name}</bdi>
        </strong>
        <span>вопрос {question}</span>
      </p>
      <p>
        <Facts of={troublesOf(take)} />
      </p>
      <p className={styles.quiet}>
        <Facts of={[browser, codecs, take.source === 'file' && 'файл']} />
      </p>
      {waits && (
        <Notice tone="warning" title="Просьба о попытке">
          {reasons.at(-1)}
        </Notice>
      )}
      <Button kind="secondary" size="s" aria-label={`Дать ещё попытку: ${name}, вопрос ${question}`} onClick={onGrant}>
        Дать ещё попытку
      </Button>
    </li>
  )
}

const states: Record<BoardTake['state'], string> = {
  recording: 'записывается',
  uploading: 'передаётся',
  assembling: 'собирается',
  ready: 'записана',
  failed: 'не получилась',
  dropped: 'прервалась в самом начале',
}

const troublesOf = ({ state, failure, broken, silent, dark, missing }: BoardTake): string[] =>
  [
    states[state],
    failure ?? '',
    broken ? 'прервана' : '',
    silent ? 'нет звука' : '',
    dark ? 'темно' : '',
    missing > 0 ? `не дошло ${fileSize(missing)}` : '',
  ].filter(Boolean)

interface GrantDialogProps {
  place: StagePanelProps
  take: BoardTake
  onClose: () => void
}

function GrantDialog({ place, take, onClose }: GrantDialogProps) {
  const grant = useGrant(place)
  const { test_id, question, waits } = take
  return (
    <FormDialog
      title="Дать ещё попытку?"
      act="Дать попытку"
      form={formOf(reasonField('Её прочитает участник.', 500))}
      answer={{ reason: waits ? (take.reasons.at(-1) ?? '') : '' }}
      send={({ reason }) =>
        grant.mutateAsync({ test_id, question, reason: textOf(reason).trim(), answers_request: waits })
      }
      onClose={onClose}
    >
      <p>
        <bdi>{take.name}</bdi>, вопрос {question}. Если интервью уже сдано, оно вернётся участнику, а если этап
        закончился, он получит на запись несколько дней.
      </p>
    </FormDialog>
  )
}
