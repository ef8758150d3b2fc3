import { questionsOf } from '../answers';
import { MAX_ANSWER, MAX_COMMENT } from '../answer-value';
import type { QuestionnaireEntity } from '../questionnaire.entity';
import type { ReviewComment } from '../questionnaire-submission.entity';
import type { Suggestion } from '../suggestions';
import type { TemplateQuestion } from '../template-file';
import { FIELD, type Form, type FormEntry } from './form';
import { html, type Html } from './html';

/** The content of the page. */
export interface AnswerPage {
  sender: { name: string; domain: string };
  questionnaire: QuestionnaireEntity;
  form: Form;
  /** Comments of the reviewer who returned the answers. */
  comments: readonly ReviewComment[];
  /** Previous answers to questions that are still open. */
  suggestions: ReadonlyMap<string, Suggestion>;
  /** Invalid answers, by question id. */
  problems: ReadonlyMap<string, string>;
  notice?: { isError: boolean; text: string };
}

/** The answer form. It works without scripts. */
export function renderForm(page: AnswerPage): string {
  const { questionnaire, form, comments, suggestions, problems, notice } = page;
  const numbers = new Map(questionsOf(questionnaire.sections).map(({ id }, index) => [id, index + 1]));
  const general = comments.filter(({ questionId }) => questionId === undefined);
  const sections = questionnaire.sections.map(
    ({ title, questions }, index) =>
      html`<section aria-labelledby="s-${index}">
        <h2 id="s-${index}">${title}</h2>
        ${questions.map((question) => {
          const remarks = comments.filter(({ questionId }) => questionId === question.id);
          const hints = { remarks, suggestion: suggestions.get(question.id), problem: problems.get(question.id) };
          return questionField(question, numbers.get(question.id) as number, form.get(question.id), hints);
        })}
      </section> `,
  );
  const body = html`${introduction(page)} ${notice && noticeOf(notice, problems, numbers)}
    ${
      comments.length > 0 &&
      html`<div class="returned">
        <p>Your answers were returned. Change what is marked below, and submit them again.</p>
        ${general.map(({ text }) => html`<p class="remark">${text}</p>`)}
      </div>`
    }
    <form method="post" novalidate>
      <input type="hidden" name="revision" value="${questionnaire.answersRevision}" />
      ${sections}
      <div class="actions">
        <p>${questionnaire.answeredCount} of ${questionnaire.questionCount} questions answered</p>
        <button name="action" value="save">Save</button>
        ${suggestions.size > 0 && html`<button name="action" value="suggest">Fill in the answers of last time</button>`}
        <button name="action" value="submit" class="main">Submit answers</button>
      </div>
    </form>`;
  return documentOf(`${notice?.isError ? 'Error: ' : ''}${questionnaire.templateName}`, body);
}

/** Submitted answers, read-only. */
export function renderSubmitted(page: AnswerPage): string {
  const { questionnaire, form } = page;
  const sections = questionnaire.sections.map(
    ({ title, questions }, index) =>
      html`<section aria-labelledby="s-${index}">
        <h2 id="s-${index}">${title}</h2>
        <dl>
          ${questions.map(({ id, text }) => {
            const { answer, comment, files } = form.get(id) as FormEntry;
            return html`<dt>${text}</dt>
              ${[answer, comment, files].filter(Boolean).map((said) => html`<dd>${said}</dd>`)}`;
          })}
        </dl>
      </section> `,
  );
  const notice = html`<p class="notice" role="status">
    Your answers are submitted. ${page.sender.name} reviews them now. If they are returned to you, you can change them here.
  </p>`;
  return documentOf(questionnaire.templateName, html`${introduction(page)}${notice}${sections}`);
}

/** A page with a message only. */
export function renderMessage(title: string, text: string): string {
  return documentOf(
    title,
    html`<h1>${title}</h1>
      <p>${text}</p>`,
  );
}

function introduction({ sender, questionnaire }: AnswerPage): Html {
  const { templateName, vendorDomain, message, dueAt, linkExpiresAt } = questionnaire;
  const day = (date: Date) => date.toISOString().slice(0, 10);
  return html`<h1>${templateName}</h1>
    <p>
      ${sender.name} (${sender.domain}) asks ${vendorDomain} to answer these
      questions.${dueAt && html` The answers are due on <time>${day(dueAt)}</time>.`}${linkExpiresAt && html` This link works until <time>${day(linkExpiresAt)}</time>.`}
      Whoever has the link can read and change the answers.
    </p>
    ${message !== null && html`<blockquote>${message}</blockquote>`}`;
}

function noticeOf(
  { isError, text }: { isError: boolean; text: string },
  problems: ReadonlyMap<string, string>,
  numbers: ReadonlyMap<string, number>,
): Html {
  if (!isError) return html`<p class="notice" role="status">${text}</p>`;
  const links = [...problems].map(([id, problem]) => html`<li><a href="#q-${id}">Question ${numbers.get(id)}</a>: ${problem}</li>`);
  return html`<div class="notice bad" role="alert">
    <p>${text}</p>
    ${
      links.length > 0 &&
      html`<ul>
        ${links}
      </ul>`
    }
  </div>`;
}

interface Hints {
  remarks: readonly ReviewComment[];
  suggestion: Suggestion | undefined;
  problem: string | undefined;
}

function questionField(
  question: TemplateQuestion,
  number: number,
  entry: FormEntry = { answer: '', comment: '', files: '' },
  { remarks, suggestion, problem }: Hints,
): Html {
  const { id } = question;
  const described = [problem !== undefined && `e-${id}`, ...remarks.map((_, index) => `r-${id}-${index}`), suggestion && `l-${id}`]
    .filter(Boolean)
    .join(' ');
  const lastTime =
    suggestion && html`<p class="last" id="l-${id}">Last time: ${[suggestion.answer, suggestion.comment].filter(Boolean).join(' · ')}</p>`;
  const hints = html`${remarks.map(({ text }, index) => html`<p class="remark" id="r-${id}-${index}">Comment of the reviewer: ${text}</p>`)}${problem !== undefined && html`<p class="problem" id="e-${id}">${problem}</p>`}${lastTime}`;
  const attributes = html`${described !== '' && html` aria-describedby="${described}"`}${problem !== undefined && html` aria-invalid="true"`}`;
  const isNoted = entry.comment !== '' || entry.files !== '' || problem !== undefined;
  return html`<div class="question" id="q-${id}">
${control(question, number, entry.answer, hints, attributes)}
<details${isNoted && html` open`}><summary>Comment and documents<span class="unseen"> for question ${number}</span></summary>
<label for="c-${id}">Comment<span class="unseen"> on question ${number}</span>: needed where no answer applies</label>
<textarea id="c-${id}" name="${FIELD.comment}-${id}" rows="2" maxlength="${MAX_COMMENT}">${fenced(entry.comment)}</textarea>
<label for="f-${id}">Links to documents<span class="unseen"> for question ${number}</span>, one per line</label>
<textarea id="f-${id}" name="${FIELD.files}-${id}" rows="2" spellcheck="false">${fenced(entry.files)}</textarea>
</details></div>
`;
}

function control({ id, text, kind }: TemplateQuestion, number: number, value: string, hints: Html, attributes: Html): Html {
  const name = `${FIELD.answer}-${id}`;
  if (kind === 'QUESTION_KIND_YES_NO') {
    const choice = (answer: string, label: string) =>
      html`<label class="choice"
        ><input type="radio" name="${name}" value="${answer}" ${value.trim().toUpperCase() === answer && html` checked`} /> ${label}</label
      >`;
    return html`<fieldset${attributes}><legend>${number}. ${text}</legend>${hints}<div class="choices">${choice('YES', 'Yes')}${choice('NO', 'No')}${choice('', 'No answer yet')}</div></fieldset>`;
  }
  const label = html`<label class="text" for="${name}">${number}. ${text}</label>${hints}`;
  if (kind === 'QUESTION_KIND_TEXT')
    return html`${label}<textarea id="${name}" name="${name}" rows="3" maxlength="${MAX_ANSWER}" ${attributes}>${fenced(value)}</textarea>`;
  const type = {
    QUESTION_KIND_NUMBER: html`type="text" inputmode="decimal"`,
    QUESTION_KIND_DATE: html`type="date"`,
    QUESTION_KIND_URL: html`type="url" placeholder="https://"`,
  }[kind];
  return html`${label}<input id="${name}" name="${name}" ${type} value="${value}" ${attributes} />`;
}

/** Browsers drop the first line break of a text area. */
function fenced(text: string): string {
  return text.startsWith('\n') ? `\n${text}` : text;
}

function documentOf(title: string, body: Html): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title}</title>
        <link rel="stylesheet" href="/answer/answer.css" />
      </head>
      <body>
        <main>${body}</main>
      </body>
    </html> `.text;
}
