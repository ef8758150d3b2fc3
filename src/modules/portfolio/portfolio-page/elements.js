const SVG = 'http://www.w3.org/2000/svg';

/** An element with attributes and children; a child may be a text. */
export function make(name, attributes = {}, ...children) {
  return filled(document.createElement(name), attributes, children);
}

export function draw(name, attributes = {}, ...children) {
  return filled(document.createElementNS(SVG, name), attributes, children);
}

function filled(element, attributes, children) {
  for (const [key, value] of Object.entries(attributes)) {
    if (key === 'onclick') element.addEventListener('click', value);
    else if (value !== undefined) element.setAttribute(key, value);
  }
  element.append(...children);
  return element;
}

/** The letter of SCORE_GRADE_A, as a badge. */
export function badge(grade) {
  const letter = grade.slice(-1);
  return make('span', { class: `grade grade-${letter.toLowerCase()}`, role: 'img', 'aria-label': `grade ${letter}` }, letter);
}

/** A number, or a name, that leads to its rows. */
export function leads(text, label, open, className = '') {
  return make(
    'button',
    { type: 'button', class: `leads ${className}`, 'aria-label': label, onclick: (event) => open(event.currentTarget) },
    text,
  );
}
