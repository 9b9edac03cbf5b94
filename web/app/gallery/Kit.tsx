import Bell from 'lucide-react/icons/bell'
import Send from 'lucide-react/icons/send'
import { useState } from 'react'
import { Banner } from '#web/platform/ui/Banner.tsx'
import { Breadcrumbs } from '#web/platform/ui/Breadcrumbs.tsx'
import { Button } from '#web/platform/ui/Button.tsx'
import { Card } from '#web/platform/ui/Card.tsx'
import { Checkbox } from '#web/platform/ui/Checkbox.tsx'
import { CodeField } from '#web/platform/ui/CodeField.tsx'
import { Confirm } from '#web/platform/ui/Confirm.tsx'
import { DateField } from '#web/platform/ui/DateField.tsx'
import { DefinitionList } from '#web/platform/ui/DefinitionList.tsx'
import { EmptyState } from '#web/platform/ui/EmptyState.tsx'
import { ErrorSummary } from '#web/platform/ui/ErrorSummary.tsx'
import { FileField } from '#web/platform/ui/FileField.tsx'
import { Heading } from '#web/platform/ui/Heading.tsx'
import { LinkButton } from '#web/platform/ui/LinkButton.tsx'
import { Menu } from '#web/platform/ui/Menu.tsx'
import { Notice } from '#web/platform/ui/Notice.tsx'
import { NumberField } from '#web/platform/ui/NumberField.tsx'
import { Pagination } from '#web/platform/ui/Pagination.tsx'
import { Panel } from '#web/platform/ui/Panel.tsx'
import { PanelButton, type PanelProps } from '#web/platform/ui/PanelButton.tsx'
import { PasswordField } from '#web/platform/ui/PasswordField.tsx'
import { PhoneField } from '#web/platform/ui/PhoneField.tsx'
import { Picture } from '#web/platform/ui/Picture.tsx'
import { Popover } from '#web/platform/ui/Popover.tsx'
import { ProgressBar } from '#web/platform/ui/ProgressBar.tsx'
import { Prose } from '#web/platform/ui/Prose.tsx'
import { RadioGroup } from '#web/platform/ui/RadioGroup.tsx'
import { SaveState } from '#web/platform/ui/SaveState.tsx'
import { MultiSelect, Select } from '#web/platform/ui/Select.tsx'
import { Skeleton } from '#web/platform/ui/Skeleton.tsx'
import { Steps } from '#web/platform/ui/Steps.tsx'
import { SuggestField } from '#web/platform/ui/SuggestField.tsx'
import { Tabs } from '#web/platform/ui/Tabs.tsx'
import { TextArea } from '#web/platform/ui/TextArea.tsx'
import { TextField } from '#web/platform/ui/TextField.tsx'
import { Tooltip } from '#web/platform/ui/Tooltip.tsx'
import { words } from '#web/platform/ui/words.ts'
import { StatusBadge } from '#web/stages/StatusBadge.tsx'
import { query } from './query.ts'
import { now, regions, search } from './samples.ts'

const grid = {
  display: 'grid',
  gap: '1.5rem',
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(22rem, 100%), 1fr))',
  alignItems: 'start',
}
const column = { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '1.25rem' }
const row = { display: 'flex', flexWrap: 'wrap' as const, gap: '0.75rem', alignItems: 'center' }

/** All UI components on one page. */
export function Kit() {
  const [text, setText] = useState('Иванова Мария')
  const [long, setLong] = useState('Наша команда предлагает…')
  const [date, setDate] = useState('1990-09-05')
  const [phone, setPhone] = useState('+79001234567')
  const [code, setCode] = useState('')
  const [agreed, setAgreed] = useState(true)
  const [mark, setMark] = useState('')
  const [door, setDoor] = useState('participant')
  const [region, setRegion] = useState('')
  const [many, setMany] = useState<readonly string[]>(['Москва'])
  const [ask, setAsk] = useState('')
  const [page, setPage] = useState(4)
  const [open, setOpen] = useState(query.get('open') === 'dialog')
  const [banner, setBanner] = useState(query.get('open') === 'banner')
  return (
    <div style={column}>
      {banner && <Banner onClose={() => setBanner(false)}>Произошла ошибка, попробуйте позже</Banner>}
      <Breadcrumbs
        crumbs={[{ title: 'Главная', href: '#' }, { title: 'Помощь', href: '#' }, { title: 'Регистрация' }]}
      />
      <Heading level={1}>Набор деталей</Heading>
      <Steps
        current="work"
        steps={[
          { id: 'you', title: 'О себе', href: '#you' },
          { id: 'study', title: 'Образование', href: '#study' },
          { id: 'work', title: 'Опыт управления' },
          { id: 'agree', title: 'Согласия' },
        ]}
      />
      {query.get('faults') !== 'no' && (
        <ErrorSummary
          faults={[
            { name: 'inn', label: 'ИНН', message: 'Обязательное поле' },
            { name: 'region', message: 'Выберите регион' },
          ]}
        />
      )}
      <div style={grid}>
        <Panel title="Поля" actions={<SaveState state="saved" savedAt={now} />}>
          <div style={column}>
            <TextField label="Фамилия, имя" name="fio" value={text} onChange={setText} hint="Как в паспорте" />
            <TextField label="ИНН" name="inn" value="" onChange={() => {}} error="Обязательное поле" />
            <TextField label="Отчество" name="patronymic" required={false} value="" onChange={() => {}} />
            <TextField label="Почта" name="email" value="a@b.ru" readOnly onChange={() => {}} />
            <PasswordField label="Пароль" name="password" value="секрет" onChange={() => {}} />
            <DateField label="Дата рождения" name="birth" value={date} onChange={setDate} />
            <PhoneField label="Телефон" name="phone" value={phone} onChange={setPhone} />
            <NumberField label="Стаж управления" name="years" value="12" unit="лет" onChange={() => {}} />
            <CodeField label="Код из СМС" name="code" value={code} onChange={setCode} />
            <TextArea label="Эссе" name="essay" value={long} onChange={setLong} limit={3000} />
          </div>
        </Panel>
        <Panel title="Выбор" actions={<SaveState state="offline" />}>
          <div style={column}>
            <Select
              label="Регион"
              name="region"
              value={region}
              onChange={setRegion}
              options={regions}
              error="Выберите регион"
            />
            <MultiSelect
              label="Готов работать"
              name="many"
              value={many}
              onChange={setMany}
              options={regions}
              hint="Можно несколько"
            />
            <SuggestField
              label="Поиск по вопросам"
              name="ask"
              value={ask}
              onChange={setAsk}
              load={search}
              placeholder="Введите свой вопрос"
              required={false}
            />
            <RadioGroup
              label="Как участвуете"
              name="door"
              look="cards"
              value={door}
              onChange={setDoor}
              options={[
                { value: 'participant', label: 'Участник', hint: 'Прохожу все этапы' },
                { value: 'supporter', label: 'Сторонник', hint: 'Слежу и помогаю' },
              ]}
            />
            <RadioGroup
              label="Оценка"
              name="mark"
              look="points"
              value={mark}
              onChange={setMark}
              options={['1', '2', '3', '4', '5'].map((value) => ({ value, label: value }))}
            />
            <Checkbox
              label={
                <>
                  Согласен на <a href="#pd">обработку персональных данных</a>
                </>
              }
              name="agree"
              value={agreed}
              onChange={setAgreed}
            />
            <Checkbox
              label="Получать новости"
              name="news"
              required={false}
              value={false}
              onChange={() => {}}
              error="Ошибка поля"
            />
            <FileField
              label="Диплом"
              name="diploma"
              limits="PDF или JPG, до 10 МБ."
              multiple
              value={[
                { id: 'a', name: 'Диплом о высшем образовании.pdf', size: 2_400_000, url: '#a' },
                { id: 'b', name: 'Приложение.pdf', size: 640_000, progress: 0.4 },
                { id: 'c', name: 'Скан.tiff', size: 64_000_000, error: 'Файл больше 10 МБ' },
              ]}
              onAdd={() => {}}
              onRemove={() => {}}
            />
          </div>
        </Panel>
        <Panel title="Действия">
          <div style={column}>
            <div style={row}>
              <Button icon={<Send />}>Отправить</Button>
              <Button kind="secondary">Сохранить черновик</Button>
              <Button kind="quiet">{words.cancel}</Button>
              <Button kind="danger">Выйти из команды</Button>
              <Button pending>Отправить</Button>
              <Button disabled>Недоступно</Button>
              <Button size="s" kind="secondary" onClick={() => setOpen(true)}>
                Открыть окно
              </Button>
              <LinkButton size="s" href="#x">
                Ссылка
              </LinkButton>
            </div>
            <div style={row}>
              <Menu
                trigger="Константинопольская А. · ID 10042"
                items={[
                  { id: 'p', label: 'Профиль', href: '#p' },
                  { id: 'o', label: 'Выход' },
                ]}
              />
              <PanelButton kind="dialog" panel={Notifications} prepare={() => {}} label="Уведомления">
                <Bell size={22} />
              </PanelButton>
              <Tooltip text="Константинопольская Александра Владимировна">
                <button type="button">Константинопольская…</button>
              </Tooltip>
            </div>
            <div style={row}>
              <StatusBadge status="success" />
              <StatusBadge status="available" />
              <StatusBadge status="wait" />
              <StatusBadge status="interrupted" />
              <StatusBadge status="timeover" />
              <StatusBadge look="neutral">Черновик</StatusBadge>
            </div>
            <Pagination page={page} pages={9} onChange={setPage} />
            <ProgressBar label="Отправлено" value={42} />
            <Tabs
              label="Этап"
              items={[
                { id: 'task', title: 'Задание', content: <p>Описание задания этапа.</p> },
                { id: 'files', title: 'Материалы', content: <p>Материалы.</p> },
                { id: 'sum', title: 'Итоги', content: <p>Итоги.</p> },
              ]}
            />
          </div>
        </Panel>
        <Panel title="Сообщения">
          <div style={column}>
            <Notice tone="info" title="Брось вызов!">
              Пригласите друга или коллегу.
            </Notice>
            <Notice tone="success">Эссе принято, номер 2048.</Notice>
            <Notice tone="warning" title="До конца этапа 2 часа">
              Черновик сдастся сам.
            </Notice>
            <Notice tone="danger">Неверное имя пользователя или пароль</Notice>
            <EmptyState title="Новых уведомлений не найдено" level={3}>
              Здесь появятся письма о ваших этапах.
            </EmptyState>
            <EmptyState
              kind="failed"
              title="Не получилось загрузить"
              level={3}
              action={
                <Button kind="secondary" size="s">
                  Повторить
                </Button>
              }
            />
            <Skeleton />
          </div>
        </Panel>
        <Panel title="Сведения">
          <DefinitionList
            items={[
              { term: 'ФИО', value: 'Иванова Мария Петровна' },
              { term: 'Телефон', value: '+7 900 123-45-67', action: <a href="#e">Изменить</a> },
              { term: 'СНИЛС', value: '' },
            ]}
          />
        </Panel>
        <Card>
          <Prose>
            <h2>Как записать видеоинтервью</h2>
            <p>
              Видеоинтервью — это пять вопросов. На каждый даётся <strong>две минуты</strong>; цена ошибки — 0 ₽.
            </p>
            <ul>
              <li>Проверьте свет и звук.</li>
              <li>Ответ можно перезаписать один раз.</li>
            </ul>
            <Picture src="/favicon.svg" alt="Знак портала: дорога к вершине" width="64" height="64" />
          </Prose>
        </Card>
      </div>
      {open && (
        <Confirm title="Почему вы отклоняете правила?" act="Отправить" send={() => true} onClose={() => setOpen(false)}>
          <TextArea label="Комментарий" name="why" value="" onChange={() => {}} rows={3} />
        </Confirm>
      )}
    </div>
  )
}

const Notifications = (panel: PanelProps) => (
  <Popover {...panel} label="Уведомления">
    <p>Новых уведомлений не найдено</p>
  </Popover>
)
