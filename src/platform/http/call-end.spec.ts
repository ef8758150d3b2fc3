import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { markAnswered, whenCallEnds } from './call-end';

/** A response with the members that whenCallEnds uses. */
class Response extends EventEmitter {
  closed = false;
  headersSent = false;

  close(): void {
    this.closed = true;
    this.emit('close');
  }
}

describe('a call ends', () => {
  let response: Response;
  let callback: jest.Mock;
  const watch = () => {
    whenCallEnds(response as unknown as ServerResponse, callback);
  };
  const answer = () => {
    markAnswered(response as unknown as ServerResponse);
    response.headersSent = true;
  };

  beforeEach(() => {
    response = new Response();
    callback = jest.fn();
  });

  it('when its answer was sent', () => {
    watch();
    answer();
    expect(callback).not.toHaveBeenCalled();
    response.close();
    expect(callback).toHaveBeenCalledTimes(1);
  });

  it('not when its caller disconnects, but when the work is done', () => {
    watch();
    response.close();
    expect(callback).not.toHaveBeenCalled();
    answer();
    expect(callback).toHaveBeenCalledTimes(1);
  });

  it('when the work is done, if the caller disconnected before it started', () => {
    response.close();
    watch();
    expect(callback).not.toHaveBeenCalled();
    answer();
    expect(callback).toHaveBeenCalledTimes(1);
  });
});
