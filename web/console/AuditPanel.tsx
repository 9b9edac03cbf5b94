import { useQuery } from '@tanstack/react-query'
import Download from 'lucide-react/icons/download'
import { useState } from 'react'
import { parseWire, showDateTime } from '#shared/time/moscow.ts'
import { failureText } from '#web/platform/messages/failure-text.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { EmptyState } from '#web/platform/ui/EmptyState.tsx'
import { Pagination } from '#web/platform/ui/Pagination.tsx'
import { Panel } from '#web/platform/ui/Panel.tsx'
import { Skeleton } from '#web/platform/ui/Skeleton.tsx'
import styles from './AuditPanel.module.css'
import { ChangeList } from './ChangeList.tsx'
import { type Act, auditPage, auditQuery, type Season, useAuditTable } from './queries.ts'

const words: Record<string, string> = {
  season_edited: 'конкурс изменён',
  season_opened: 'конкурс открыт для всех',
  season_hidden: 'конкурс скрыт',
  stages_ordered: 'изменён порядок этапов',
  stage_added: 'этап добавлен',
  rules_published: 'опубликована редакция правил',
  consent_asked_for: 'участников попросили согласиться с новой редакцией документа',
  entry_code_given: 'выдан код позднего входа',
  entry_code_revoked: 'код позднего входа отозван',
  rules_reminded: 'участникам напомнили о правилах',
  season_copied: 'конкурс создан копией другого',
  season_imported: 'конкурс создан из файла',
  season_exported: 'скачан файл сезона',
  stage_edited: 'правки сохранены',
  group_extended: 'срок продлён участникам регионов',
  rights_changed: 'изменены права организатора',
  organiser_invited: 'приглашён организатор',
  organiser_invitation_withdrawn: 'приглашение организатора отозвано',
  person_viewed: 'организатор смотрит портал глазами участника',
  person_view_ended: 'просмотр глазами участника закончен',
  people_exported: 'таблица участников заказана',
  works_exported: 'работы для жюри заказаны',
  people_changed: 'сделано со многими участниками',
  people_decision_asked: 'решение о многих участниках ждёт подтверждения',
  people_decision_confirmed: 'решение о многих участниках подтверждено',
  people_change_undone: 'действие со многими участниками отменено',
  participant_tagged: 'изменены метки участника',
  people_written: 'участникам написано сообщение',
  people_written_no_more: 'сообщение участникам отменено',
  letter_worded: 'изменено письмо портала',
  export_downloaded: 'выгрузка скачана',
  participant_extended: 'участнику продлён срок',
  participant_disqualified: 'участник отстранён',
  accounts_merged: 'две учётные записи объединены',
  people_told_apart: 'похожие учётные записи отмечены как разные люди',
  people_alike_again: 'отметка о разных людях снята',
  participant_restored: 'участник возвращён в конкурс',
  stage_published: 'правки опубликованы',
  stage_edits_dropped: 'правки отменены',
  form_published: 'опубликована редакция анкеты',
  form_edits_dropped: 'черновик анкеты отменён',
  dictionary_loaded: 'загружен справочник',
  review_changed: 'проверка настроена',
  checker_added: 'проверяющий назначен',
  appeal_answered: 'на апелляцию дан ответ',
  checker_removed: 'проверяющий снят',
  checker_limited: 'регионы проверяющего изменены',
  lesson_place_added: 'школа для уроков добавлена',
  lesson_place_changed: 'школа для уроков изменена',
  lesson_place_removed: 'школа для уроков убрана',
  track_added: 'в конкурсе появился трек',
  track_announced: 'объявлен новый трек, сроки продлены',
  meetings_moved: 'встречи перенесены',
  meetings_substituted: 'встречи переданы другому наставнику',
  track_person_moved: 'участник переведён в другой трек',
  tracks_given_out: 'места в треках распределены',
  mentors_matched: 'пары с наставниками опубликованы',
  mentors_second_round: 'открыт второй тур выбора наставников',
  mentor_named: 'назначен наставник',
  mentor_edited: 'изменён профиль наставника',
  mentor_removed: 'наставник убран с этапа',
  mentor_withdrawn: 'работа наставника на этапе завершена, участникам сообщено',
  assistant_answered: 'помощник наставника ответил участнику',
  assistant_settled_time: 'помощник наставника ответил о времени встречи',
  assistant_moved_meeting: 'помощник наставника изменил встречу',
  mentor_pinned: 'пара с наставником закреплена или запрещена',
  part_added: 'добавлена часть',
  topics_of_staff: 'темы распределены',
  annotations_shown: 'аннотации опубликованы',
  annotations_hidden: 'аннотации сняты с публикации',
  tasks_drawn: 'задания разыграны между командами',
  team_time_given: 'изменён срок команды',
  solutions_packed: 'скачаны файлы решений команд',
  solutions_printed: 'скачаны решения команд',
  proposals_given: 'таблица для ведомства скачана',
  judging_changed: 'оценивание настроено',
  judging_opened: 'работы открыты экспертам',
  judge_invitation_withdrawn: 'приглашение эксперта отозвано',
  opinion_to_request: 'из отзыва сделано обращение',
  reading_moved: 'работа передана другому эксперту',
  reader_added: 'работа послана ещё одному эксперту',
  judges_reminded: 'экспертам отправлено напоминание',
  judging_closed: 'оценивание завершено',
  judges_added: 'эксперты приглашены',
  judge_removed: 'эксперт снят',
  judge_reference_set: 'работа стала эталонной для экспертов',
  judge_reference_dropped: 'эталонная работа возвращена к остальным',
  judge_conflict: 'отмечен конфликт интересов эксперта',
  works_assigned: 'работы распределены между экспертами',
  peer_reference_set: 'эталонная работа изменена',
  peer_reference_dropped: 'эталонная работа возвращена в пул',
  peer_report_decided: 'решено сообщение о заимствовании',
  peer_rater_changed: 'изменён учёт оценок участника',
  peer_reserve_called: 'участников попросили оценить ещё',
  peer_published: 'взаимное оценивание завершено',
  event_slots_made: 'составлено расписание мероприятия',
  event_slot_changed: 'изменена встреча мероприятия',
  event_called_off: 'мероприятие отменено',
  event_host_added: 'назначен ведущий на входе',
  event_host_removed: 'снят ведущий на входе',
  event_seating_printed: 'скачан список записанных',
  slot_waited_for: 'встал в лист ожидания',
  door_marked: 'отмечены пришедшие',
  playoff_thrown: 'жребий брошен заново',
  playoff_drawn: 'сетка плей-офф опубликована',
  playoff_scheduled: 'матч назначен',
  playoff_started: 'матч начат',
  playoff_paused: 'часы матча остановлены',
  playoff_resumed: 'часы матча пущены',
  playoff_finished: 'матч закончен',
  playoff_no_show: 'отмечена неявка',
  playoff_annulled: 'матч аннулирован',
  playoff_published: 'итог матча опубликован',
  playoff_corrected: 'итог матча исправлен',
  playoff_dropped: 'участник снят с сетки',
  protocol_frozen: 'отбор заморожен протоколом',
  protocol_confirmed: 'протокол отбора подтверждён',
  protocol_published: 'протокол отбора опубликован',
  protocol_withdrawn: 'протокол отбора отозван',
  protocol_printed: 'протокол отбора скачан',
  team_decided: 'принято решение о команде',
  team_member_added: 'участник введён в команду',
  team_member_removed: 'участник выведен из команды',
  team_captain_named: 'назначен капитан команды',
  regional_group_made: 'создана региональная группа',
  regional_group_changed: 'изменена региональная группа',
  regional_group_dropped: 'удалена региональная группа',
  regional_team_made: 'создана региональная команда',
  regional_team_changed: 'изменена региональная команда',
  regional_team_dropped: 'удалена региональная команда',
  regional_mark_set: 'изменена оценка участника команды',
  teams_merged: 'команды объединены',
  team_split: 'команда разделена',
  team_replacement_decided: 'дан ответ на заявку о замене участника команды',
  team_dissolved: 'команда распущена',
  teams_assembled: 'собраны команды из тех, кто остался без команды',
  team_marks_counted: 'подведены итоги оценки команд',
  team_marks_reminded: 'напомнили тем, кто не оценил команду',
  team_observers_named: 'назначены наблюдатели команды',
  work_decided: 'объявлено решение о работе',
  attempt_minutes_added: 'добавлены минуты тем, кто проходит тест',
  attempt_continued: 'участник возвращён в тест',
  questions_loaded: 'загружены вопросы теста',
  question_added: 'добавлен вопрос теста',
  question_changed: 'изменён вопрос теста',
  question_retired: 'вопрос больше не попадает в варианты',
  question_returned: 'вопрос снова попадает в варианты',
  test_key_mended: 'исправлен ключ вопроса',
  test_question_voided: 'вопрос не учитывается',
  test_published: 'объявлены результаты теста',
  video_viewed: 'открыта запись видеоинтервью',
  video_take_granted: 'дана ещё одна попытка видеоинтервью',
  questionnaire_imported: 'загружены вопросы и ключи',
  questionnaire_reports_published: 'опубликованы отчёты участников',
}

/** Who changed what in the competition, newest first. */
export function AuditPanel({ competition, season }: { competition: string; season: Season }) {
  const table = useAuditTable(competition)
  return (
    <Panel
      title="Журнал"
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
      <Acts competition={competition} titles={new Map(season.stages.map(({ code, title }) => [code, title]))} />
    </Panel>
  )
}

function Acts({ competition, titles }: { competition: string; titles: ReadonlyMap<string, string> }) {
  const [page, setPage] = useState(1)
  const { data, error, refetch } = useQuery(auditQuery(competition, page))
  if (!data)
    return error ? (
      <EmptyState
        kind="failed"
        level={3}
        title="Журнал не загрузился"
        action={<Button onClick={() => refetch()}>Повторить</Button>}
      >
        {failureText(error)}
      </EmptyState>
    ) : (
      <Skeleton lines={4} label="Загружаем журнал…" />
    )
  if (data.count === 0) return <p className={styles.quiet}>Здесь появится, кто и что менял в этапах</p>
  return (
    <>
      <ol className={styles.acts}>
        {data.acts.map((act) => (
          <li key={act.id}>
            <p className={styles.who}>
              <time>{momentOf(act)}</time> {act.by || 'Удалённая учётная запись'}.{' '}
              {act.stage !== null && `${titles.get(act.stage) ?? act.stage}: `}
              {words[act.action] ?? act.action}
            </p>
            <ChangeList changes={act.changes} />
          </li>
        ))}
      </ol>
      <Pagination page={page} pages={Math.max(1, Math.ceil(data.count / auditPage))} onChange={setPage} />
    </>
  )
}

function momentOf({ at }: Act): string {
  const moment = parseWire(at)
  return moment ? showDateTime(moment) : at
}
