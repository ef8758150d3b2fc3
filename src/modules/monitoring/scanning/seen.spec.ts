import { messageOf } from './seen';

describe('the message of an error', () => {
  it.each([
    [
      'write EPROTO C0F7D8A57F7F0000:error:0A000438:SSL routines:ssl3_read_bytes:tlsv1 alert internal error:../deps/openssl/ssl/record/rec_layer_s3.c:1605:SSL alert number 80\n',
      'write EPROTO tlsv1 alert internal error',
    ],
    ['error:0A00010B:SSL routines::wrong version number', 'wrong version number'],
    ['the server ended the TLS handshake', 'the server ended the TLS handshake'],
    ['error: 42', 'error: 42'],
  ])('%j is shown as %j, without thread ids and paths of a build', (message, shown) => {
    expect(messageOf(new Error(message))).toBe(shown);
  });
});
