import type { RefusalCode } from './refusals.ts'

/** What a person reads. The lines quoted in the specification are verbatim. `{name}` is filled from the refusal's values. */
export const refusalWording: Record<RefusalCode, string> = {
  invalid_request: 'Запрос составлен неверно. Проверьте введённые данные',
  captcha_failed: 'Подтвердите, что вы не робот, и попробуйте ещё раз',
  captcha_unavailable: 'Проверка «я не робот» временно недоступна. Попробуйте через минуту',
  unauthorized: 'Войдите, чтобы продолжить',
  no_access: 'Нет доступа',
  second_factor_required: 'Подключите второй фактор входа, чтобы работать в этом разделе',
  fresh_login_required: 'Введите пароль ещё раз, чтобы подтвердить изменение',
  not_found: 'Страница не найдена',
  method_not_allowed: 'Так обратиться к этому адресу нельзя',
  payload_too_large: 'Слишком много данных в одном запросе',
  unsupported_media_type: 'Такой вид данных не принимается',
  idempotency_mismatch: 'Этот ключ повтора уже использован с другими данными',
  too_many_requests: 'Слишком много запросов. Повторите через 1 минуту',
  server_error: 'Произошла ошибка, попробуйте позже',
  overloaded: 'Сейчас очень много посетителей. Попробуйте через несколько секунд',

  wrong_credentials: 'Неверное имя пользователя или пароль',
  limit_reached: 'Слишком много неудачных попыток входа. Попробуйте через час или восстановите пароль',
  refresh_refused: 'Сеанс завершён. Войдите ещё раз',
  sms_limit: 'Превышено число СМС. Запросите код позже',
  too_many_code_attempts: 'Слишком много попыток ввода кода. Запросите новый код',
  invalid_code: 'Неверный код',
  sms_code_outdated: 'СМС код устарел. Запросите новый.',
  email_code_expired: 'Код из письма устарел. Запросите новый',
  link_expired: 'Ссылка устарела или уже использована. Запросите новую',
  passwords_mismatch: 'Пароли не совпадают',
  password_too_simple: 'Пароль слишком простой: нужно не меньше 12 символов, заглавные и строчные буквы и цифры',
  password_too_common: 'Такой пароль легко подобрать. Придумайте другой',
  email_incorrect: 'Проверьте адрес электронной почты',
  email_exists: 'Эта электронная почта уже зарегистрирована. Войдите или восстановите пароль',
  phone_exists: 'Этот телефон уже зарегистрирован. Войдите или восстановите пароль',
  phone_unsupported: 'На номера этой страны мы не можем отправить СМС',
  phone_incorrect: 'Проверьте номер телефона',
  phone_blacklisted: 'Этот номер телефона использовать нельзя. Укажите другой',
  phone_virtual: 'Виртуальный номер не подойдёт. Укажите номер мобильного телефона',
  user_not_found: 'Пользователь не найден',

  registration_not_started: 'Регистрация ещё не началась',
  registration_closed_participants: 'Регистрация участников закрыта',
  registration_closed_supporters: 'Регистрация сторонников закрыта',
  registration_step_order: 'Сначала завершите предыдущий шаг регистрации',
  already_registered: 'Вы уже зарегистрированы в этом конкурсе',
  passport_incorrect: 'Проверьте серию и номер паспорта',
  passport_exists: 'Участник с таким паспортом уже зарегистрирован',
  snils_incorrect: 'Проверьте номер СНИЛС',
  snils_exists: 'Участник с таким СНИЛС уже зарегистрирован',
  age_criteria: 'Возраст не соответствует условиям конкурса',
  education_criteria: 'Образование не соответствует условиям конкурса',
  experience_criteria: 'Управленческого опыта недостаточно для участия в конкурсе',
  citizenship_criteria: 'Гражданство не соответствует условиям конкурса',
  consent_required: 'Без этого согласия участвовать в конкурсе нельзя',
  consent_outdated: 'Текст согласия обновился. Прочитайте новую редакцию и подтвердите её',
  too_many_recommendations: 'Слишком много рекомендаций. Оставьте не больше {most}',
  invalid_promocode: 'Неверный промокод',
  state_service_no_access: 'Вы не разрешили доступ к данным «Госуслуг». Разрешите его и попробуйте ещё раз',
  state_service_untrusted: 'Учётная запись на «Госуслугах» не подтверждена. Подтвердите её и попробуйте ещё раз',

  competition_not_found: 'Конкурс не найден',
  tracks_unavailable: 'Не удалось получить треки',
  stage_not_found: 'Этап не найден',
  stage_closed: 'Этап закрыт: {reason}',
  stage_not_allowed: 'Этап вам недоступен: {reason}',
  draft_conflict: 'Черновик изменён на другом устройстве. Сравните оба варианта и выберите нужный',
  form_invalid: 'Проверьте отмеченные поля',
  form_version_outdated: 'Анкета обновилась, пока вы её заполняли. Проверьте изменённые поля',
  comment_required: 'Напишите, почему вы отклоняете правила',
  job_end_before_start: 'Работа не может закончиться раньше, чем началась',

  file_too_big: 'Файл слишком большой: не больше {megabytes} МБ',
  file_type_unsupported: 'Файлы такого вида не принимаются. Подойдут: {formats}',
  image_corrupted: 'Изображение повреждено. Выберите другой файл',
  image_too_small: 'Изображение слишком маленькое: нужно не меньше {width}×{height} пикселей',
  image_too_large: 'Изображение слишком большое: не больше {megapixels} мегапикселей',
  too_many_files: 'Слишком много файлов: не больше {most}',
  file_empty: 'Файл пустой. Выберите другой',
}

/** The wording with its values filled in; a placeholder without a value disappears with the colon before it. */
export function wordingOf(code: RefusalCode, values: Record<string, string | number> = {}): string {
  return refusalWording[code]
    .replace(/(: )?\{(\w+)\}/g, (_all, colon: string | undefined, name: string) =>
      name in values ? `${colon ?? ''}${values[name]}` : '',
    )
    .trim()
}
