import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { markAnswered, whenOver } from './call-end';

/** A response with the members that whenOver uses. */
class Response extends EventEmitter {
  closed = false;
  headersSent = false;

  close(): void {
    this.closed = true;
    this.emit('close');
  }
}

describe('a call is over', () => {
  let response: Response;
  let over: jest.Mock;
  const watch = () => {
    whenOver(response as unknown as ServerResponse, over);
  };
  const answer = () => {
    markAnswered(response as unknown as ServerResponse);
    response.headersSent = true;
  };

  beforeEach(() => {
    response = new Response();
    over = jest.fn();
  });

  it('when its answer was sent', () => {
    watch();
    answer();
    expect(over).not.toHaveBeenCalled();
    response.close();
    expect(over).toHaveBeenCalledTimes(1);
  });

  it('not when its caller disconnects, but when the work is done', () => {
    watch();
    response.close();
    expect(over).not.toHaveBeenCalled();
    answer();
    expect(over).toHaveBeenCalledTimes(1);
  });

  it('when the work is done, if the caller disconnected before it started', () => {
    response.close();
    watch();
    expect(over).not.toHaveBeenCalled();
    answer();
    expect(over).toHaveBeenCalledTimes(1);
  });
});
